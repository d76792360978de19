import { parseDecimal } from '@meridian/money/decimal';
import { formatPrice, parsePrice, type MarketScale } from '@meridian/money/market-scale';
import { worthOfTick } from './entry.ts';
import { negated, sum } from './position-figures.ts';
import type { Position } from './position.ts';

type Isolated = Pick<Position, 'side' | 'quantity' | 'liquidationPrice'>;

/**
 * The liquidation price of an isolated position after its margin has changed: each unit moves it by
 * as much as a tick is worth. '' where no price would liquidate it then; undefined where that is
 * not known.
 * @param change plain decimal in quote currency, below zero for margin that is taken back
 */
export function liquidationAfter(
  { side, quantity, liquidationPrice }: Isolated,
  change: string,
  scale: MarketScale,
): string | undefined {
  const perTick = worthOfTick(quantity, scale);
  const now = parsePrice(liquidationPrice, scale);
  const amount = parseDecimal(change, scale.quoteScale);
  if (perTick === 0n || !now.ok || !amount.ok) return undefined;
  const ticks = Number(amount.units / perTick);
  const next = side === 'long' ? now.value - ticks : now.value + ticks;
  return next < 1 ? '' : formatPrice(next, scale);
}

/** The error of a typed amount; undefined where it can be sent. */
export function amountError(
  typed: string,
  most: string | undefined,
  { quoteScale }: Pick<MarketScale, 'quoteScale'>,
): 'position.error.amount' | 'position.error.amountMost' | undefined {
  const amount = parseDecimal(typed, quoteScale);
  if (!amount.ok || amount.units <= 0n) return 'position.error.amount';
  const limit = most === undefined ? undefined : parseDecimal(most, quoteScale);
  return limit?.ok === true && amount.units > limit.units ? 'position.error.amountMost' : undefined;
}

/** Margin that can be taken back: the added margin without the part that already leaves. */
export function takeable({ added, leaving }: Pick<Position, 'added' | 'leaving'>): string {
  return sum([added, negated(leaving)]);
}
