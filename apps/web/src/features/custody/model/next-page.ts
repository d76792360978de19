/** A page of a list as calls of custody answer it. */
interface CustodyPage {
  readonly list: readonly unknown[];
  readonly total: number;
  readonly page: number;
}

/** Number of the page after the last one that is here; undefined where there is none. */
export function nextPage(last: CustodyPage, pages: readonly CustodyPage[]): number | undefined {
  return last.list.length > 0 &&
    pages.reduce((count, { list }) => count + list.length, 0) < last.total
    ? last.page + 1
    : undefined;
}
