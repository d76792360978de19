/**
 * Bounds of the terms of a loan, both included: the values that the core accepts, for forms and
 * checks.
 */
export const LOAN_BOUNDS = {
  /** Interest of an hour, billionths. */
  ratePpb: [1, 10_000_000],
  /** Basis points of the interest. */
  fundBps: [0, 5_000],
  /** Basis points of the collateral's worth. */
  initialBps: [1_000, 8_000],
  /** The warnings and the liquidation, each above the level before it. */
  levelBps: [1_001, 9_500],
  /** Basis points of the proceeds of a sale of collateral. */
  feeBps: [0, 500],
  /** Basis points below the index. */
  boundBps: [10, 2_000],
} as const;

/** Loans on a page of the own ones. */
export const LOANS_PER_PAGE = 20;
