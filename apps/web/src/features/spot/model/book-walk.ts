import { notional, type MarketScale } from '@meridian/money/market-scale';
import type { BookLevel } from './trade-inputs.ts';

/**
 * Worth of `lots` taken from the levels, best first, in smallest units of the quote currency.
 * Undefined where the levels hold less.
 */
export function worthOf(
  lots: number,
  levels: readonly BookLevel[],
  scale: MarketScale,
): bigint | undefined {
  let left = lots;
  let worth = 0n;
  for (const level of levels) {
    const taken = Math.min(left, level.lots);
    worth += notional(level.ticks, taken, scale);
    left -= taken;
    if (left === 0) return worth;
  }
  return undefined;
}

/**
 * The most lots of the levels, taken best first, that are worth at most `total` smallest units of
 * the quote currency. Not more than the levels hold.
 */
export function lotsWorth(total: bigint, levels: readonly BookLevel[], scale: MarketScale): number {
  let left = total;
  let lots = 0;
  for (const level of levels) {
    const whole = notional(level.ticks, level.lots, scale);
    if (whole <= left) {
      lots += level.lots;
      left -= whole;
      continue;
    }
    return lots + Number(left / notional(level.ticks, 1, scale));
  }
  return lots;
}
