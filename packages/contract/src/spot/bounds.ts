/** Rows of a page of orders. */
export const ORDERS_PER_PAGE = 10;
