/** Rows of a page of closed and revoked positions. */
export const POSITIONS_PER_PAGE = 10;
