import type { Amount } from '@meridian/money/amount';
import { multiplyDivide } from '@meridian/money/rounding';
import type { Currency, Market } from '../catalog/catalog.ts';
import type { CurrencyId, MarketId } from '../ids.ts';
import { FULL_BPS } from '../integers.ts';
import { SHANGHAI_MS } from '../timers/shanghai-day.ts';
import { MAX_PRICE_TICKS } from './p2p-commands-check.ts';
import { FIAT_PRICE_SCALE, FIAT_SCALE, type AdTerms, type P2pTerms } from './p2p-commands.ts';

/** A price of fiat older than this leads to no other price. */
const MAX_RATE_AGE_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
/** The epoch began on a Thursday, and the week begins on Monday. */
const THURSDAY_MINUTES = 3 * 24 * 60;

/** The price of one whole coin in fiat, from outside. */
export interface FiatRate {
  readonly currency: CurrencyId;
  readonly priceTicks: number;
  readonly timeMs: number;
}

/**
 * Markets and currencies that lead from the price of fiat to a coin's: the core's listings, or a
 * view of them.
 */
interface Prices {
  market(id: MarketId):
    | {
        readonly settings: Market;
        readonly indexTicks: number;
        readonly indexTimeMs: number;
      }
    | undefined;
  currency(id: CurrencyId): Currency | undefined;
}

/**
 * The coin's price in fiat now: the rate itself, or the market's index times the rate, rounded
 * down. 0 where one of them is missing or too old.
 */
export function referenceTicks(
  { currency, market: id }: P2pTerms,
  rate: FiatRate,
  prices: Prices,
  timeMs: number,
): number {
  if (rate.priceTicks === 0 || timeMs - rate.timeMs > MAX_RATE_AGE_MS) return 0;
  if (id === 0) return rate.currency === currency ? rate.priceTicks : 0;
  const market = prices.market(id);
  if (market === undefined || market.indexTicks === 0) return 0;
  const { base, quote, tickSize, indexMaxAgeMs } = market.settings;
  if (base !== currency || quote !== rate.currency || timeMs - market.indexTimeMs > indexMaxAgeMs)
    return 0;
  const oneQuote = 10n ** BigInt(prices.currency(quote)?.scale ?? 0);
  const ticks = multiplyDivide(
    BigInt(market.indexTicks) * tickSize,
    { numerator: BigInt(rate.priceTicks), denominator: oneQuote },
    'down',
  );
  return ticks > BigInt(MAX_PRICE_TICKS) ? 0 : Number(ticks);
}

/**
 * The price at which an ad can be taken now, 0 where it rests: a floating one is the reference plus
 * its offset, rounded down, and rests without a reference and outside the owner's bounds.
 */
export function adPriceTicks(terms: AdTerms, reference: number): number {
  if (terms.priceTicks > 0) return terms.priceTicks;
  if (reference === 0) return 0;
  return withinBounds(terms, floatingTicks(reference, terms.offsetBps));
}

/** The reference plus an offset, rounded down. */
export function floatingTicks(reference: number, offsetBps: number): number {
  const share = { numerator: FULL_BPS + BigInt(offsetBps), denominator: FULL_BPS };
  return Number(multiplyDivide(BigInt(reference), share, 'down'));
}

/** A floating price, 0 outside its owner's bounds. */
export function withinBounds({ minTicks, maxTicks }: AdTerms, ticks: number): number {
  return ticks >= minTicks && ticks <= maxTicks ? ticks : 0;
}

/** Whether a price is farther from the reference than allowed. Without a reference it is. */
export function isBeyondBand(ticks: number, reference: number, { bandBps }: P2pTerms): boolean {
  if (bandBps === 0) return false;
  const distance = BigInt(Math.abs(ticks - reference));
  return reference === 0 || distance * FULL_BPS > BigInt(reference) * BigInt(bandBps);
}

/**
 * The fiat price of a quantity, in 0.01 CNY, rounded up: the seller is never paid less than the
 * price.
 */
export function fiatOf(quantity: bigint, priceTicks: number, scale: number): Amount {
  const denominator = 10n ** BigInt(scale + FIAT_PRICE_SCALE - FIAT_SCALE);
  return multiplyDivide(quantity, { numerator: BigInt(priceTicks), denominator }, 'up') as Amount;
}

/** Whether an ad is within its opening hours. */
export function isWithinHours({ hours }: AdTerms, timeMs: number): boolean {
  if (hours.length === 0) return true;
  const minutes = Math.floor((timeMs + SHANGHAI_MS) / MINUTE_MS) + THURSDAY_MINUTES;
  const minute = minutes % WEEK_MINUTES;
  return hours.some(([from, to]) => minute >= from && minute < to);
}
