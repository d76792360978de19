/** Rows of a page of tickets, and the most of `lists`. */
export const TICKETS_PER_PAGE = 20;
