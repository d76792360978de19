/** Most rows of one file, newest first. The server's own statement has the same limit. */
export const MOST_ROWS = 10_000;

/**
 * All rows of a paged list, newest first, at most `MOST_ROWS`. Pages are fetched one after the
 * other, to spare the exchange. A row that moved to a later page meanwhile appears once.
 * @param keyOf identifies a row
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
