import { bigintOf } from '../bigint-of.ts';
import type { ListedMarket } from '../catalog/listings.ts';
import type { OrderPool, OrderSlot } from './order-pool.ts';

/** Orders of a book that are looked at for the price of a conversion. */
const MOST_WALKED = 500;

export interface Wanted {
  /** Smallest base units. */
  readonly quantity: bigint;
  /** Whether the price behind `MOST_WALKED` orders is unknown, or is the last that was walked. */
  readonly beyond: 'unknown' | 'last';
}

/**
 * Cost or proceeds of a quantity in a book now, fees aside.
 * @param orders those that it meets, best price first
 * @returns quote units times the market's lot size; undefined where orders within the band are too
 *   few, or where it is unknown
 */
export function worthOf(
  pool: OrderPool,
  orders: Iterable<OrderSlot>,
  { settings, band, unit }: ListedMarket,
  { quantity, beyond }: Wanted,
): bigint | undefined {
  let left = quantity;
  let worth = 0n;
  let count = 0;
  let last = 0;
  for (const slot of orders) {
    const price = pool.priceTicks[slot];
    if (price < band.low || price > band.high) continue;
    if (++count > MOST_WALKED)
      return beyond === 'last' ? worth + bigintOf(last) * unit * left : undefined;
    last = price;
    const offered = bigintOf(pool.remainingLots[slot]) * settings.lotSize;
    const part = offered < left ? offered : left;
    worth += bigintOf(price) * unit * part;
    left -= part;
    if (left === 0n) return worth;
  }
  return undefined;
}
