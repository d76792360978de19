/** People on a page of those who were invited. */
export const INVITEES_PER_PAGE = 20;
