/**
 * Bounds of the terms of a currency that converts, both included, in basis points: the values that
 * the core accepts, for forms and checks. The hub has 0.
 */
export const CONVERT_BOUNDS = {
  marginBps: [0, 1_000],
  /** Not below the margin. */
  capBps: [0, 2_000],
} as const;

/** Rows of a page of `convertMy`. */
export const CONVERSIONS_PER_PAGE = 20;
/** The largest spread that a plan may allow, in basis points. */
export const MOST_SPREAD_BPS = 4_000;
/** Days between two times of a plan. */
export const PLAN_DAYS = [1, 7, 14, 30] as const;
