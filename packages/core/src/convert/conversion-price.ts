import type { Amount } from '@meridian/money/amount';
import type { ListedMarket } from '../catalog/listings.ts';
import type { Side } from '../catalog/side.ts';
import { FULL_BPS } from '../integers.ts';
import type { ConvertTerms } from './convert-commands.ts';
import type { Conversion } from './convert-events.ts';

/**
 * A side of a conversion: a currency and its market against the hub. Without a market it is the
 * hub.
 */
export interface Leg {
  readonly terms: ConvertTerms;
  readonly market: ListedMarket | undefined;
  /** Whether mark and both sides of the book bound its price (`convertsNoBetterThanBook`). */
  readonly isBound: boolean;
}

/**
 * Cost or proceeds of a quantity in the book, in quote units times the lot size, see `Spot`. The
 * quantity beyond the orders that are walked has no known price, or the last one.
 */
export type WorthInBook = (
  market: ListedMarket,
  side: Side,
  quantity: bigint,
  beyond: 'unknown' | 'last',
) => bigint | undefined;

/** An exact amount: `number` over `of` units. */
interface Exact {
  readonly number: bigint;
  readonly of: bigint;
}

/** How a leg is priced: by the book alone, or as the desk converts. */
type Way = 'book' | 'desk';

/**
 * The conversion of an amount. Each leg is priced against the hub: at the worse of the index, the
 * mark and the book walked to the amount, less the margin, but never further than the cap from the
 * worse of index and mark; where the book has too little, at the cap. It is never better than the
 * same amount on the other side of the book. An exact result is rounded against the customer, by
 * less than a unit.
 * @param side which of the two amounts is given
 * @returns undefined where one of the amounts would be zero
 */
export function convert(
  { from, to }: { readonly from: Leg; readonly to: Leg },
  side: 'from' | 'to',
  amount: bigint,
  book: WorthInBook,
): Conversion | undefined {
  const exact = convertBy('desk', { from, to }, side, amount, book);
  if (exact === undefined) return undefined;
  const { number, of } = exact;
  const isWhole = number % of === 0n;
  const other = side === 'from' ? number / of : (number + of - 1n) / of;
  const paid = side === 'from' ? amount : other;
  const received = side === 'from' ? other : amount;
  if (paid === 0n || received === 0n) return undefined;
  const byBook = convertBy('book', { from, to }, side, amount, book);
  const unit = (isWhole ? 0n : 1n) as Amount;
  const none = 0n as Amount;
  return {
    from: from.terms.currency,
    to: to.terms.currency,
    paid: paid as Amount,
    received: received as Amount,
    paidRounding: side === 'to' ? unit : none,
    receivedRounding: side === 'from' ? unit : none,
    spreadBps: spreadOf({ from, to }, wholeOf(paid), wholeOf(received)),
    bookBps:
      byBook === undefined
        ? null
        : side === 'from'
          ? spreadOf({ from, to }, wholeOf(amount), byBook)
          : spreadOf({ from, to }, byBook, wholeOf(amount)),
  };
}

/** The worth of an amount at the index, in hub units, rounded up. */
export function worthAtIndex({ market }: Pick<Leg, 'market'>, amount: bigint): bigint {
  if (market === undefined) return amount;
  const { lotSize } = market.settings;
  return (indexWorth(market, amount) + lotSize - 1n) / lotSize;
}

/** The other amount, unrounded. */
function convertBy(
  way: Way,
  { from, to }: { readonly from: Leg; readonly to: Leg },
  side: 'from' | 'to',
  amount: bigint,
  book: WorthInBook,
): Exact | undefined {
  const given = side === 'from' ? from : to;
  const other = side === 'from' ? to : from;
  // The side that the customer names trades against the book's other side: coins that are given are
  // sold.
  const trade: Side = side === 'from' ? 'sell' : 'buy';
  const hub = toHub(way, given, trade, amount, book);
  return hub === undefined ? undefined : fromHub(way, other, trade, hub, book);
}

/** Proceeds (`sell`) or cost (`buy`) of a quantity, in hub units. */
function toHub(
  way: Way,
  leg: Leg,
  side: Side,
  quantity: bigint,
  book: WorthInBook,
): Exact | undefined {
  if (leg.market === undefined) return wholeOf(quantity);
  return worth(way, { ...leg, market: leg.market }, side, quantity, book);
}

/**
 * The quantity that hub units pay for (after a `sell`), or that pays for them (after a `buy`). The
 * price is that of the quantity at the index.
 */
function fromHub(
  way: Way,
  { market, ...leg }: Leg,
  after: Side,
  { number, of }: Exact,
  book: WorthInBook,
): Exact | undefined {
  if (market === undefined) return { number, of };
  const { lotSize } = market.settings;
  const atIndex = number * lotSize;
  const index = of * indexWorth(market, 1n);
  const quantity = after === 'sell' ? atIndex / index : (atIndex + index - 1n) / index;
  if (quantity === 0n) return undefined;
  const side: Side = after === 'sell' ? 'buy' : 'sell';
  const price = worth(way, { ...leg, market }, side, quantity, book);
  return price === undefined || price.number === 0n
    ? undefined
    : { number: number * quantity * price.of, of: of * price.number };
}

/** Cost (`buy`) or proceeds (`sell`) of a quantity in a market, in quote units. */
function worth(
  way: Way,
  { terms, market, isBound }: Leg & { readonly market: ListedMarket },
  side: Side,
  quantity: bigint,
  book: WorthInBook,
): Exact | undefined {
  const { lotSize } = market.settings;
  const walked = book(market, side, quantity, 'unknown');
  if (way === 'book') return walked === undefined ? undefined : { number: walked, of: lotSize };
  const isBuy = side === 'buy';
  const worseOf = (one: bigint, other: bigint): bigint => (isBuy === one > other ? one : other);
  const index = isBound
    ? worseOf(indexWorth(market, quantity), markWorth(market, quantity))
    : indexWorth(market, quantity);
  const towards = (bps: number): bigint => FULL_BPS + (isBuy ? BigInt(bps) : -BigInt(bps));
  const capped = index * towards(terms.capBps);
  const priced = walked === undefined ? capped : worseOf(walked, index) * towards(terms.marginBps);
  const kept = isBuy === priced < capped ? priced : capped;
  // Dust in front of a deep book must not hide it: at the last price it is no better than it is.
  const back = isBound ? book(market, isBuy ? 'sell' : 'buy', quantity, 'last') : undefined;
  const number = back === undefined ? kept : worseOf(kept, back * FULL_BPS);
  return { number, of: lotSize * FULL_BPS };
}

/**
 * Basis points by which the received amount is worth less than the paid one, at the index; rounded
 * up.
 */
function spreadOf(
  { from, to }: { readonly from: Leg; readonly to: Leg },
  paid: Exact,
  received: Exact,
): number {
  const given = atIndex(from, paid);
  const got = atIndex(to, received);
  const whole = given.number * got.of;
  const lost = whole - got.number * given.of;
  if (lost <= 0n) return 0;
  return Number((lost * FULL_BPS + whole - 1n) / whole);
}

function atIndex({ market }: Leg, { number, of }: Exact): Exact {
  return market === undefined
    ? { number, of }
    : { number: indexWorth(market, number), of: of * market.settings.lotSize };
}

/** Whether the received amount is worth no more than the paid one, at the index. */
export function isNoGift(
  { from, to }: { from: Leg; to: Leg },
  { paid, received }: Conversion,
): boolean {
  const given = atIndex(from, wholeOf(paid));
  const got = atIndex(to, wholeOf(received));
  return got.number * given.of <= given.number * got.of;
}

/** Quote units times the lot size. */
function indexWorth({ indexTicks, unit }: ListedMarket, quantity: bigint): bigint {
  return BigInt(indexTicks) * unit * quantity;
}

function markWorth({ markTicks, unit }: ListedMarket, quantity: bigint): bigint {
  return BigInt(markTicks) * unit * quantity;
}

function wholeOf(amount: bigint): Exact {
  return { number: amount, of: 1n };
}
