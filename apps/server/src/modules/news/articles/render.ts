const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** The mark at the beginning of a line, and its HTML. Consecutive items share a list. */
const KINDS = [
  { mark: '- ', list: 'ul', open: '<li>', close: '</li>' },
  { mark: '1. ', list: 'ol', open: '<li>', close: '</li>' },
  { mark: '## ', open: '<h2>', close: '</h2>' },
] as const;
const PARAGRAPH = { mark: '', open: '<p>', close: '</p>' } as const;
const FENCE = '```';

/**
 * The body of an article as HTML. Of Markdown it knows headings (`##`), both kinds of lists, fenced
 * commands and paragraphs, each on a line of its own. Anything else is text, and escaped.
 */
export function renderBody(markdown: string): string {
  let html = '';
  let openList: string | undefined;
  let isCommand = false;
  for (const line of markdown.split('\n')) {
    if (line === '') continue;
    const kind = KINDS.find(({ mark }) => line.startsWith(mark)) ?? PARAGRAPH;
    const list = 'list' in kind ? kind.list : undefined;
    if (list !== openList)
      html +=
        (openList === undefined ? '' : `</${openList}>`) + (list === undefined ? '' : `<${list}>`);
    openList = list;
    if (line.startsWith(FENCE)) isCommand = !isCommand;
    else if (isCommand) html += `<pre><code>${escapeHtml(line)}</code></pre>`;
    else html += kind.open + escapeHtml(line.slice(kind.mark.length)) + kind.close;
  }
  return openList === undefined ? html : `${html}</${openList}>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
