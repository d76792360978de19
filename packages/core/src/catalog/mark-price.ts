import { divideUp, FULL_BPS } from '../integers.ts';

/**
 * The mark price of a market: the smoothed index, so that the print of one venue liquidates no
 * account and fires no stop. It follows from index commands alone, so that it is replayed with
 * them. docs/decisions/0015-mark-price.md has the reasons.
 */

/**
 * The mark closes a fifth of its distance to the index in each second, and all of it after this
 * long without an index.
 */
const SMOOTHING_MS = 5_000n;
/** With this many venues no single one decides the median. */
export const TRUSTED_SOURCES = 3;
/**
 * The most that the mark may lag behind an index of trusted sources, in basis points of the index.
 */
const LARGEST_LAG_BPS = 30n;
/**
 * The most that an index of fewer sources may move the mark, in basis points of the mark for each
 * second.
 */
const THIN_BPS_PER_SECOND = 20n;

/** The inputs of the next mark. Prices in ticks, at least 1. */
export interface MarkStep {
  readonly markTicks: number;
  readonly indexTicks: number;
  readonly sources: number;
  /** Milliseconds of engine time since the last index. */
  readonly elapsedMs: number;
}

/**
 * @returns the mark after an index price, a whole number of ticks, at least 1; a step is rounded
 * up, so that the mark arrives
 */
export function nextMark({ markTicks, indexTicks, sources, elapsedMs }: MarkStep): number {
  const [mark, index, passed] = [BigInt(markTicks), BigInt(indexTicks), BigInt(elapsedMs)];
  const elapsed = passed < SMOOTHING_MS ? passed : SMOOTHING_MS;
  const distance = index > mark ? index - mark : mark - index;
  let step = divideUp(distance * elapsed, SMOOTHING_MS);
  if (sources >= TRUSTED_SOURCES) {
    const least = distance - (index * LARGEST_LAG_BPS) / FULL_BPS;
    if (step < least) step = least;
  } else {
    const most = divideUp(mark * THIN_BPS_PER_SECOND * elapsed, FULL_BPS * 1_000n);
    if (step > most) step = most;
  }
  return Number(index > mark ? mark + step : mark - step);
}
