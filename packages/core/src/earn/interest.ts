import { FULL_BPS, WHOLE_PPB } from '../integers.ts';

/**
 * Interest of a principal for some days, in whole units: `floor(principal × rate × days / 10^9)`. A
 * day's interest is the difference of two such sums, so the fraction of a day is carried to the
 * next and never lost.
 * @param ratePpb billionths of the principal for a day
 */
export function interestOf(principal: bigint, ratePpb: number, days: number): bigint {
  return (principal * BigInt(ratePpb) * BigInt(days)) / WHOLE_PPB;
}

/**
 * The part of the interest so far that an early exit keeps, rounded down to a whole unit.
 * @param earlyKeepBps hundredths of a percent, 0 to 10,000
 */
export function keptEarly(paid: bigint, earlyKeepBps: number): bigint {
  return (paid * BigInt(earlyKeepBps)) / FULL_BPS;
}
