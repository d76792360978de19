/**
 * Every invariant that the core checks, by its number in docs/INVARIANTS.md. (L7 needs the history
 * of postings: the projector and the test kit check it.)
 */
export const INVARIANTS = [
  'L1',
  'L2',
  'L3',
  'L4',
  'L5',
  'L6',
  'L8',
  'L9',
  'L10',
  'B1',
  'B2',
  'B3',
  'B4',
  'B5',
  'B6',
  'B7',
  'B8',
  'B9',
  'B10',
  'B11',
  'W1',
  'W3',
  'W5',
  'W7',
  'W8',
  'W9',
  'W10',
  'W11',
  'M1',
  'M2',
  'M3',
  'M4',
  'M5',
  'M6',
  'M7',
  'M8',
  'M9',
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'C1',
  'C2',
  'C3',
  'C4',
  'C5',
  'C6',
  'C7',
  'E1',
  'E2',
  'E3',
  'E4',
  'V1',
  'V2',
  'V3',
  'N1',
  'N2',
  'N3',
  'F1',
  'F2',
  'T1',
  'R1',
  'R2',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'J10',
] as const;
export type InvariantId = (typeof INVARIANTS)[number];

/** A bug: an invariant was broken. The state must not be used, journaled or published any more. */
export class InvariantError extends Error {
  readonly invariant: InvariantId;
  constructor(invariant: InvariantId, detail: string) {
    super(`invariant ${invariant} does not hold: ${detail}`);
    this.name = 'InvariantError';
    this.invariant = invariant;
  }
}

/**
 * Indices of the invariants in the counters, so that a check on the hot path is one increment and
 * one branch.
 */
export const AT = Object.freeze(
  Object.fromEntries(INVARIANTS.map((id, index) => [id, index])) as Record<InvariantId, number>,
);

/**
 * Counts the checks of one exchange: an invariant that was never checked in a run proves nothing.
 */
export class InvariantChecks {
  readonly counts: Float64Array = new Float64Array(INVARIANTS.length);

  /** Counts one check of the invariant and throws if it does not hold. */
  check(id: InvariantId, holds: boolean, detail: string): void {
    this.counts[AT[id]]++;
    if (!holds) throw new InvariantError(id, detail);
  }

  byId(): Record<InvariantId, number> {
    return Object.fromEntries(INVARIANTS.map((id, index) => [id, this.counts[index]])) as Record<
      InvariantId,
      number
    >;
  }
}
