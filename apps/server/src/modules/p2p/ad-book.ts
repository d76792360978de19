import type { Side } from '@meridian/core/catalog/side';
import { PAYMENT_WAYS, type AdId, type PaymentWay } from '@meridian/core/p2p/p2p-commands';
import type { Ad } from '@meridian/core/p2p/p2p-events';
import { floatingTicks, withinBounds } from '@meridian/core/p2p/p2p-prices';

/** An ad with its price now. */
export interface PricedAd {
  readonly ad: Ad;
  readonly priceTicks: number;
}

/** Conditions of a list that are checked without following a pointer from the ad. */
export interface AdSieve {
  readonly way: PaymentWay | undefined;
  /** The highest level of verification that an ad may ask for. */
  readonly level: number;
  /** Price ticks times units of the coin that one deal is to have, from and to. */
  readonly worth: readonly [from: number, to: number];
}

/**
 * An ad, and beside it the values that a search reads first: following pointers would cost more.
 */
interface Entry {
  readonly ad: Ad;
  readonly id: AdId;
  /** Fixed price or offset. */
  readonly order: number;
  /** A bit for each way. */
  readonly ways: number;
  readonly level: number;
  /** Limits of one deal in units of the coin, nearly. */
  readonly least: number;
  readonly most: number;
}

/** A float keeps more than fifteen digits. */
const NEARLY = 1 - 1e-9;

/**
 * The ads of one coin and side by price, so that a page of the best ones costs the same however
 * many there are. Fixed prices stand by price, floating ones by their offset, whose order no
 * reference changes.
 */
export class AdBook {
  readonly #side: Side;
  readonly #fixed: Entry[] = [];
  readonly #floating: Entry[] = [];

  constructor(side: Side) {
    this.#side = side;
  }

  add(ad: Ad): void {
    const entries = this.#of(ad);
    const entry = entryOf(ad);
    entries.splice(this.#placeOf(entries, entry), 0, entry);
  }

  /** @param ad as it was added */
  remove(ad: Ad): void {
    const entries = this.#of(ad);
    const place = this.#placeOf(entries, entryOf(ad));
    if (entries[place]?.id === ad.id) entries.splice(place, 1);
  }

  /**
   * Ads that do not rest at this reference and may fit: best price first, and the oldest of equal
   * ones. The sieve leaves out nothing that fits.
   */
  *best(reference: number, sieve: AdSieve): Generator<PricedAd> {
    const queues = [
      fitting(this.#fixed, fixedPrice, sieve),
      reference === 0 ? undefined : fitting(this.#floating, floatingPrice(reference), sieve),
    ];
    const heads = queues.map((queue) => queue?.next().value);
    for (;;) {
      const [fixed, floating] = heads;
      const first =
        fixed !== undefined && (floating === undefined || this.#isBefore(fixed, floating)) ? 0 : 1;
      const head = heads[first];
      if (head === undefined) return;
      yield head;
      heads[first] = queues[first]?.next().value;
    }
  }

  #of({ terms }: Ad): Entry[] {
    return terms.priceTicks > 0 ? this.#fixed : this.#floating;
  }

  #isBefore(one: PricedAd, other: PricedAd): boolean {
    return this.#compare(one.priceTicks, one.ad.id, other.priceTicks, other.ad.id) < 0;
  }

  /** Where an ad stands, or would stand. */
  #placeOf(entries: readonly Entry[], { order, id }: Entry): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = entries[middle] as Entry;
      if (this.#compare(at.order, at.id, order, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The best price for the taker first: the lowest of ads that sell, the highest of ads that buy.
   */
  #compare(price: number, id: AdId, otherPrice: number, otherId: AdId): number {
    const difference = this.#side === 'sell' ? price - otherPrice : otherPrice - price;
    return difference === 0 ? id - otherId : difference;
  }
}

function entryOf(ad: Ad): Entry {
  const { id, surplus, terms } = ad;
  const { priceTicks, offsetBps, minQuantity, maxQuantity, methods, takers } = terms;
  return {
    ad,
    id,
    order: priceTicks > 0 ? priceTicks : offsetBps,
    ways: methods.reduce((bits, { way }) => bits | bitOf(way), 0),
    level: takers.level,
    least: Number(minQuantity < surplus ? minQuantity : surplus),
    most: Number(maxQuantity < surplus ? maxQuantity : surplus),
  };
}

function bitOf(way: PaymentWay): number {
  return 1 << PAYMENT_WAYS.indexOf(way);
}

function* fitting(
  entries: readonly Entry[],
  priceOf: (entry: Entry) => number,
  { way, level, worth: [from, to] }: AdSieve,
): Generator<PricedAd, undefined> {
  const bits = way === undefined ? ~0 : bitOf(way);
  for (const entry of entries) {
    if ((entry.ways & bits) === 0 || entry.level > level) continue;
    const priceTicks = priceOf(entry);
    if (priceTicks === 0 || entry.most * priceTicks < from * NEARLY) continue;
    if (entry.least * priceTicks * NEARLY > to) continue;
    yield { ad: entry.ad, priceTicks };
  }
  return undefined;
}

function fixedPrice({ order }: Entry): number {
  return order;
}

/** Neighbours often have the same offset, and a division costs more than all the rest. */
function floatingPrice(reference: number): (entry: Entry) => number {
  let [offset, ticks] = [NaN, 0];
  return ({ ad, order }) => {
    if (order !== offset) [offset, ticks] = [order, floatingTicks(reference, order)];
    return withinBounds(ad.terms, ticks);
  };
}
