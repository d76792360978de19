/**
 * A limit that customers set themselves, and the time from which a change of it holds: one rule for
 * the core and for the pages that show the limit.
 */

/** Of the core's clock. Days of limits are those of UTC. */
export const DAY_MS = 86_400_000;

/** A raised or removed limit waits this long: nobody undoes it in the heat of a loss. */
export const LOOSENING_MS = DAY_MS;

/** Days of a break, and from 183 on of a self-exclusion. Neither ends early. */
export const BREAK_DAYS = [1, 7, 30, 183, 365, 1_826] as const;

/** Null: no limit. */
export interface OwnLimit<T extends bigint | number> {
  readonly value: T | null;
  /** The limit that replaces `value` at `nextAtMs`, if that is not 0. */
  readonly next: T | null;
  readonly nextAtMs: number;
}

export const NO_LIMIT = { value: null, next: null, nextAtMs: 0 } as const;

/** The limit that holds at a moment. */
export function limitAt<T extends bigint | number>(limit: OwnLimit<T>, timeMs: number): T | null {
  return limit.nextAtMs !== 0 && limit.nextAtMs <= timeMs ? limit.next : limit.value;
}

/**
 * The limit after its owner asked for another one: a stricter one holds at once and withdraws the
 * change that waits, a looser one waits.
 * @param wanted null for none
 */
export function changedLimit<T extends bigint | number>(
  limit: OwnLimit<T>,
  wanted: T | null,
  timeMs: number,
): OwnLimit<T> {
  const value = limitAt(limit, timeMs);
  const isLooser = value !== null && (wanted === null || wanted > value);
  if (!isLooser) return { value: wanted, next: null, nextAtMs: 0 };
  return { value, next: wanted, nextAtMs: timeMs + LOOSENING_MS };
}

/** The day of a moment, UTC. */
export function utcDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
