import { parseDecimal } from '@meridian/money/decimal';
import type { MarketScale } from '@meridian/money/market-scale';
import { divide } from '@meridian/money/rounding';

/**
 * A price of any precision in ticks. Exact until the one rounding to a tick; at least one tick.
 * Undefined for a text that is no price above zero.
 */
export function roundToTicks(
  text: string | undefined,
  { quoteScale, tickSize }: MarketScale,
): number | undefined {
  const value = parseAnyScale(text);
  if (value === undefined || value.units <= 0n) return undefined;
  const ticks = divide(
    value.units * 10n ** BigInt(quoteScale),
    10n ** BigInt(value.scale) * tickSize,
    'halfUp',
  );
  return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Math.max(1, Number(ticks));
}

/** A quantity in whole lots, rounded down. Undefined for a text that is no quantity. */
export function roundToLots(
  text: string | undefined,
  { baseScale, lotSize }: MarketScale,
): bigint | undefined {
  const value = parseAnyScale(text);
  if (value === undefined || value.units < 0n) return undefined;
  return divide(
    value.units * 10n ** BigInt(baseScale),
    10n ** BigInt(value.scale) * lotSize,
    'down',
  );
}

/** A plain decimal at the precision of its text. */
function parseAnyScale(text: string | undefined): { units: bigint; scale: number } | undefined {
  if (text === undefined) return undefined;
  const point = text.indexOf('.');
  const scale = point < 0 ? 0 : text.length - point - 1;
  const parsed = parseDecimal(text, scale);
  return parsed.ok ? { units: parsed.units, scale } : undefined;
}
