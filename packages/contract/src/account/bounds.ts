/** Rows on a page of invited users. */
export const INVITEES_PER_PAGE = 20;
