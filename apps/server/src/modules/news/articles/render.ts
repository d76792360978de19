const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** The mark at the beginning of a block, and its HTML. Consecutive items share a list. */
const KINDS = [
  { mark: '- ', list: 'ul', open: '<li>', close: '</li>' },
  { mark: '1. ', list: 'ol', open: '<li>', close: '</li>' },
  { mark: '# ', open: '<h2>', close: '</h2>' },
  { mark: '$ ', open: '<pre><code>', close: '</code></pre>' },
] as const;
const PARAGRAPH = { mark: '', open: '<p>', close: '</p>' } as const;

/**
 * The body of an article as HTML of headings, paragraphs, lists and commands. The text itself is
 * escaped.
 */
export function renderBody(blocks: readonly string[]): string {
  let html = '';
  let openList: string | undefined;
  for (const block of blocks) {
    const kind = KINDS.find(({ mark }) => block.startsWith(mark)) ?? PARAGRAPH;
    const list = 'list' in kind ? kind.list : undefined;
    if (list !== openList)
      html +=
        (openList === undefined ? '' : `</${openList}>`) + (list === undefined ? '' : `<${list}>`);
    openList = list;
    html += kind.open + escapeHtml(block.slice(kind.mark.length)) + kind.close;
  }
  return openList === undefined ? html : `${html}</${openList}>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
