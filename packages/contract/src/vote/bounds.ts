import { LEAST_OPEN_MS } from '../office/least-open.ts';

/** Bounds of a round of votes, both included, for forms and checks. */
export const VOTE_BOUNDS = {
  /** From the start to the end, milliseconds. The core takes less, and no more. */
  openMs: [LEAST_OPEN_MS, 90 * 86_400_000],
  options: [2, 20],
  /** Letters of an option's name. */
  nameLetters: [1, 60],
} as const;

/** Ballots of one answer. */
export const BALLOTS_LISTED = 5_000;
