import { decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { MarginSide, Position } from './position.ts';

/** Decimals of all figures of this file, so that products of plain decimals are exact. */
const FULL_PERCENT = 10_000n;
const PERCENT_DECIMALS = 2;

/** A plain decimal as units of its own scale. */
interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

function exact(text: string): Exact | undefined {
  const scale = decimalsOf(text);
  const parsed = parseDecimal(text, scale);
  return parsed.ok ? { units: parsed.units, scale } : undefined;
}

/** `a * b` as a plain decimal. Undefined where one of them is none. */
function product(a: string, b: string): string | undefined {
  const [one, other] = [exact(a), exact(b)];
  return one && other && formatDecimal(one.units * other.units, one.scale + other.scale);
}

/** The sum of plain decimals; '0' of none. A text that is no plain decimal is left out. */
export function sum(texts: readonly string[]): string {
  const all = texts.flatMap((text) => exact(text) ?? []);
  const scale = Math.max(0, ...all.map((each) => each.scale));
  return formatDecimal(
    all.reduce((total, each) => total + each.units * 10n ** BigInt(scale - each.scale), 0n),
    scale,
  );
}

/** Worth of a position at a price: price times coins. Undefined without a price. */
export function worthAt(
  price: string,
  { quantity }: Pick<Position, 'quantity'>,
): string | undefined {
  return price === '0' || price === '' ? undefined : product(price, quantity);
}

/**
 * Return on the margin in percent, with two decimals, towards zero. Undefined without a margin.
 */
export function roiPercent(profit: string, margin: string): string | undefined {
  const [won, put] = [exact(profit), exact(margin)];
  if (won === undefined || put === undefined || put.units <= 0n) return undefined;
  const scale = Math.max(won.scale, put.scale);
  const at = ({ units, scale: own }: Exact): bigint => units * 10n ** BigInt(scale - own);
  return formatDecimal((at(won) * FULL_PERCENT) / at(put), PERCENT_DECIMALS);
}

type Opened = Pick<Position, 'side' | 'entryPrice' | 'quantity' | 'margin'>;

/** Profit and its return that a position would have at a price. Undefined without a price. */
export function profitAt(
  price: string,
  { side, entryPrice, quantity, margin }: Opened,
): { readonly profit: string; readonly roi: string | undefined } | undefined {
  const [at, entry] = [worthAt(price, { quantity }), worthAt(entryPrice, { quantity })];
  if (at === undefined || entry === undefined) return undefined;
  const profit = side === 'long' ? sum([at, negated(entry)]) : sum([entry, negated(at)]);
  return { profit, roi: roiPercent(profit, margin) };
}

/** A plain decimal with the other sign. */
export function negated(plain: string): string {
  if (!/[1-9]/.test(plain)) return plain;
  return plain.startsWith('-') ? plain.slice(1) : `-${plain}`;
}

/** The chosen positions: all of them, or those of a side. */
export type Which = MarginSide | 'all';

/** How many positions there are of a choice, and their profits by quote currency. */
export interface Gathered {
  readonly count: number;
  readonly profits: readonly { readonly quoteId: number; readonly profit: string }[];
}

/** Counts positions and adds up their profits: those of two quote currencies are never added. */
export function gather(
  positions: readonly Pick<Position, 'side' | 'quoteId' | 'profit'>[],
  which: Which,
): Gathered {
  const meant = positions.filter(({ side }) => which === 'all' || side === which);
  const ids = [...new Set(meant.map(({ quoteId }) => quoteId))];
  return {
    count: meant.length,
    profits: ids.map((quoteId) => ({
      quoteId,
      profit: sum(meant.filter((each) => each.quoteId === quoteId).map(({ profit }) => profit)),
    })),
  };
}

/** All positions of a market as one: coins with a minus where it is short on the whole. */
export function netOf(positions: readonly Pick<Position, 'side' | 'quantity' | 'profit'>[]): {
  readonly quantity: string;
  readonly profit: string;
} {
  return {
    quantity: sum(
      positions.map(({ side, quantity }) => (side === 'long' ? quantity : negated(quantity))),
    ),
    profit: sum(positions.map(({ profit }) => profit)),
  };
}

/**
 * How far a price is from another, in percent of the other with two decimals and its sign.
 * Undefined without one of them.
 */
export function distancePercent(price: string, from: string): string | undefined {
  const base = exact(from);
  if (base === undefined || base.units <= 0n || exact(price) === undefined) return undefined;
  return roiPercent(sum([price, negated(from)]), from);
}
