import { parseDecimal } from '@meridian/money/decimal';
import { parsePrice, type MarketScale } from '@meridian/money/market-scale';
import type { MarginSide, Position } from './position.ts';

export type MarginMode = 'market' | 'limit';

/** The server's figures of the market and the account. Plain decimals; rates in percent. */
export interface MarginContext {
  readonly scale: MarketScale;
  readonly indexPrice: string;
  readonly lotSize: string;
  readonly spread: string;
  readonly fee: string;
  readonly maintenance: string;
  readonly slippage: string;
  readonly minLots: number;
  readonly maxLots: number;
  readonly available: string;
  readonly margins: string;
  readonly profits: string;
  /** Equity below which the account is liquidated, as it is before this order. */
  readonly maintained: string;
  /** Own open positions of this market. */
  readonly open: readonly Pick<Position, 'side' | 'quantity' | 'markPrice' | 'isIsolated'>[];
}

/** The part of an order that decides its price. `price` is only looked at for a limit. */
export interface PricedInputs {
  readonly side: MarginSide;
  readonly mode: MarginMode;
  readonly price: string;
}

export const FULL_BPS = 10_000n;
export const PERCENT = 100n;

/**
 * The index that the order would be filled at, in ticks: that of now, or the limit while it has not
 * been reached. Undefined without a price.
 */
export function fillTicks(inputs: PricedInputs, context: MarginContext): bigint | undefined {
  const index = parsePrice(context.indexPrice, context.scale);
  if (inputs.mode === 'market') return index.ok ? BigInt(index.value) : undefined;
  const limit = parsePrice(inputs.price, context.scale);
  if (!limit.ok) return undefined;
  const isReached =
    index.ok && (inputs.side === 'long' ? index.value <= limit.value : index.value >= limit.value);
  return BigInt(isReached ? index.value : limit.value);
}

/** The entry price at an index, in ticks: the spread is rounded against the user. */
export function withSpread(
  ticks: bigint,
  side: MarginSide,
  { spread }: Pick<MarginContext, 'spread'>,
): bigint {
  const bps = hundredths(spread);
  return side === 'long'
    ? up(ticks * (FULL_BPS + bps), FULL_BPS)
    : (ticks * (FULL_BPS - bps)) / FULL_BPS;
}

/**
 * The entry price, in ticks, that the order holds margin and fee for while it waits: the dearest
 * that it can be filled at.
 */
export function heldTicks(inputs: PricedInputs, context: MarginContext): bigint {
  const [index, limit] = [
    parsePrice(context.indexPrice, context.scale),
    parsePrice(inputs.price, context.scale),
  ];
  const price = inputs.mode === 'limit' && limit.ok ? BigInt(limit.value) : 0n;
  const now = index.ok ? BigInt(index.value) : 0n;
  const higher = price > now ? price : now;
  const dearest =
    inputs.side === 'long' && price > 0n
      ? price
      : (higher * (FULL_BPS + hundredths(context.slippage))) / FULL_BPS;
  return withSpread(dearest, inputs.side, context);
}

/** Margin and fee that an order of so many lots holds while it waits, in quote units. */
export function heldFor(
  lots: bigint,
  { leverage, ...inputs }: PricedInputs & { readonly leverage: number },
  context: MarginContext,
): bigint {
  const value = heldTicks(inputs, context) * lots * unitOf(context);
  return up(value, BigInt(leverage)) + up(value * hundredths(context.fee), FULL_BPS);
}

/** Quote units that a new order may hold: losses of open positions are taken off. */
export function spare(context: MarginContext): bigint {
  const losses = units(context.profits, context.scale);
  return units(context.available, context.scale) + (losses < 0n ? losses : 0n);
}

/** Quote units of one tick times one lot. */
export function unitOf({ lotSize, scale }: Pick<MarginContext, 'lotSize' | 'scale'>): bigint {
  return worthOfTick(lotSize, scale);
}

/** Quote units of one tick times so many coins. */
export function worthOfTick(coins: string, scale: MarketScale): bigint {
  const parsed = parseDecimal(coins, scale.baseScale);
  return parsed.ok ? (parsed.units * scale.tickSize) / 10n ** BigInt(scale.baseScale) : 0n;
}

/** Quote units of an amount, 0 where it is none. */
export function units(text: string, { quoteScale }: Pick<MarketScale, 'quoteScale'>): bigint {
  const parsed = parseDecimal(text, quoteScale);
  return parsed.ok ? parsed.units : 0n;
}

/** A percentage as hundredths of a percent, 0 where it is none. */
export function hundredths(percent: string): bigint {
  const parsed = parseDecimal(percent, 2);
  return parsed.ok ? parsed.units : 0n;
}

/** `value / by`, rounded up by less than a unit. Both from 0 on. */
export function up(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Whole lots; undefined where the text is none. */
export function wholeLots(text: string): bigint | undefined {
  const parsed = parseDecimal(text, 0);
  return parsed.ok ? parsed.units : undefined;
}
