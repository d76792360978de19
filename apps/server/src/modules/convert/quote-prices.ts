import type { Leg } from '@meridian/core/convert/conversion-price';
import { divideUp } from '@meridian/core/integers';
import type { LiveView } from '../live-view.ts';
import { worthInLiveBook } from './book-worth.ts';
import { legOf } from './leg.ts';
import type { ShownQuote } from './queries.ts';

/** `received` of the one currency for `paid` of the other. */
export interface Ratio {
  readonly paid: bigint;
  readonly received: bigint;
}

export interface QuotePrices {
  /** The exchange at the index; undefined without a current one. */
  readonly index: Ratio | undefined;
  /** The same of the order books alone, for the amounts of the quote. */
  readonly book: Ratio | undefined;
  /** Hub units that the received amount is worth less than the paid one, at the index; up. */
  readonly cost: bigint | undefined;
}

type Amounts = Pick<ShownQuote, 'from' | 'to' | 'paid' | 'received'>;
/** An exact worth in hub units: `number` over `of`. */
interface Worth {
  readonly number: bigint;
  readonly of: bigint;
}
type WorthOf = (leg: Leg, side: 'buy' | 'sell', quantity: bigint) => Worth | undefined;

/**
 * Index and books of now, as customers see them, for the amounts of a quote. The core has decided
 * the quote itself; these figures stand beside it.
 */
export function quotePrices(live: LiveView, { from, to, paid, received }: Amounts): QuotePrices {
  const [given, got] = [legOf(live, from), legOf(live, to)];
  if (given === undefined || got === undefined)
    return { index: undefined, book: undefined, cost: undefined };
  const inBook = worthInLiveBook(live);
  const atIndex: WorthOf = ({ market }, _side, quantity) =>
    market === undefined
      ? { number: quantity, of: 1n }
      : {
          number: BigInt(market.indexTicks) * market.unit * quantity,
          of: market.settings.lotSize,
        };
  const byBook: WorthOf = (leg, side, quantity) => {
    if (leg.market === undefined) return { number: quantity, of: 1n };
    const number = inBook(leg.market, side, quantity, 'unknown');
    return number === undefined ? undefined : { number, of: leg.market.settings.lotSize };
  };
  const worths = (worthOf: WorthOf) => {
    const [one, other] = [worthOf(given, 'sell', paid), worthOf(got, 'buy', received)];
    if (one === undefined || other === undefined || one.number === 0n || other.number === 0n)
      return undefined;
    return { paid: one.number * other.of, received: other.number * one.of, of: one.of * other.of };
  };
  const [indexed, booked] = [worths(atIndex), worths(byBook)];
  const ratio = (found: Ratio | undefined): Ratio | undefined =>
    found && { paid: paid * found.received, received: received * found.paid };
  return { index: ratio(indexed), book: ratio(booked), cost: indexed && costOf(indexed) };
}

function costOf({ paid, received, of }: Ratio & { readonly of: bigint }): bigint {
  return paid <= received ? 0n : divideUp(paid - received, of);
}
