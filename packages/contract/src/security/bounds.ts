/** Entries of the security history on a page. */
export const HISTORY_PER_PAGE = 20;
