import { parseDecimal } from '@meridian/money/decimal';
import { formatPrice, type MarketScale } from '@meridian/money/market-scale';

/**
 * The price that lies so many ticks above (or below, with a minus) a typed one, never below one
 * tick. A price between two ticks goes to the next one in that direction. `from` stands for a text
 * that is no price; undefined where that is none either.
 */
export function steppedPrice(
  typed: string,
  steps: 1 | -1,
  { scale, from }: { readonly scale: MarketScale; readonly from: string },
): string | undefined {
  const ticks = ticksOf(typed, steps, scale) ?? ticksOf(from, steps, scale);
  if (ticks === undefined) return undefined;
  const next = ticks > 1n ? ticks : 1n;
  return next > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : formatPrice(Number(next), scale);
}

function ticksOf(text: string, steps: 1 | -1, scale: MarketScale): bigint | undefined {
  const parsed = parseDecimal(text, scale.quoteScale);
  if (!parsed.ok || parsed.units <= 0n) return undefined;
  const ticks = parsed.units / scale.tickSize;
  const isOnTick = parsed.units % scale.tickSize === 0n;
  if (steps === 1) return ticks + 1n;
  return isOnTick ? ticks - 1n : ticks;
}
