import { LEAST_OPEN_MS } from '../office/least-open.ts';

/** Bounds of the terms of a sale, both included, for forms and checks. */
export const SALE_BOUNDS = {
  /** From the opening to the end, milliseconds. The core takes less, and no more. */
  openMs: [LEAST_OPEN_MS, 90 * 86_400_000],
  /** Of coins that are not free at once. */
  instalments: [1, 120],
} as const;

/** Entries of one answer. */
export const ENTRIES_LISTED = 5_000;
