/** How long a limit order stands. A market order never rests. */
export const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok'] as const;

/** Rows of a page of orders. */
export const ORDERS_PER_PAGE = 10;
