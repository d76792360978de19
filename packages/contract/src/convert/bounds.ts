/**
 * Bounds of the terms of a currency that converts, both included, in basis points: what the core
 * takes, for forms and checks. The hub has 0.
 */
export const CONVERT_BOUNDS = {
  marginBps: [0, 1_000],
  /** Not below the margin. */
  capBps: [0, 2_000],
} as const;
