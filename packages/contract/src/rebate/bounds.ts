/** Lines on a page of rebates. */
export const REBATES_PER_PAGE = 20;
