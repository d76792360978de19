/**
 * Bounds of the terms of a product, both included: the values that the core accepts, for forms and
 * checks.
 */
export const EARN_BOUNDS = {
  /** Interest of a day, billionths. */
  ratePpb: [1, 50_000_000],
  /** Of a lock; savings have 0. */
  days: [1, 1_825],
  /** Basis points; savings have no early exit. */
  earlyKeepBps: [0, 10_000],
  /** Basis points, of savings; locks lend nothing. */
  lendBps: [0, 9_000],
} as const;
