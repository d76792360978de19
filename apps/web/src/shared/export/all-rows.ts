/** Most rows of one file: the newest. As many as the server's own statement has. */
export const MOST_ROWS = 10_000;

/**
 * All rows of a list that comes in pages, newest first, at most `MOST_ROWS`. One page after the
 * other: a file is worth a wait, and the exchange more than a file. A row that moved to a later
 * page while they were read is there once. @param keyOf tells rows apart
 */
export async function allRows<Row>(
  fetchPage: (page: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string | number,
): Promise<Row[]> {
  const rows = new Map<string | number, Row>();
  let pageSize = 0;
  for (let page = 1; rows.size < MOST_ROWS; page++) {
    const list = await fetchPage(page);
    for (const row of list) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    pageSize = Math.max(pageSize, list.length);
    if (list.length === 0 || list.length < pageSize) break;
  }
  return [...rows.values()].slice(0, MOST_ROWS);
}
