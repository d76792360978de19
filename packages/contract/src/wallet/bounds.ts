/** Least and most of a transfer; the page alone applies the least, the call does not. */
export const TRANSFER_BOUNDS = { leastOnPage: '100', most: '99999999' } as const;
