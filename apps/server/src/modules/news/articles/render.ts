const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The body of an article as HTML of headings, paragraphs and lists. Whatever the text holds, it stays text. */
export function renderBody(blocks: readonly string[]): string {
  let html = '';
  let isInList = false;
  for (const block of blocks) {
    const isItem = block.startsWith('- ');
    if (isItem !== isInList) html += isItem ? '<ul>' : '</ul>';
    isInList = isItem;
    if (isItem) html += `<li>${escapeHtml(block.slice(2))}</li>`;
    else if (block.startsWith('# ')) html += `<h2>${escapeHtml(block.slice(2))}</h2>`;
    else html += `<p>${escapeHtml(block)}</p>`;
  }
  return isInList ? `${html}</ul>` : html;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
