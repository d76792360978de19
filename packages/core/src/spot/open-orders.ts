import type { ListedMarket, Listings } from '../catalog/listings.ts';
import type { MarketId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { firstOf } from './operator-cancel.ts';
import type { OrderBook } from './order-book.ts';
import { BUY, SELF_TRADE, SELL, SIDES, type OrderPool, type OrderSlot } from './order-pool.ts';
import type { SnapshotOrder } from './spot-snapshot.ts';
import type { Traders } from './traders.ts';

/** The parts of the spot market that keep its open orders. */
export interface OrderParts {
  readonly pool: OrderPool;
  readonly traders: Traders;
  readonly ledger: Ledger;
  readonly listings: Listings;
  readonly checks: InvariantChecks;
  readonly bookOf: (market: MarketId) => OrderBook;
}

/** Resting orders by market, side (buy first), best price first, oldest first. */
export function snapshotOrders({ pool, ledger, listings, bookOf }: OrderParts): SnapshotOrder[] {
  const rows: SnapshotOrder[] = [];
  for (const market of listings.markets()) {
    for (const side of [BUY, SELL] as const) {
      for (const slot of bookOf(market.settings.id).orders(side)) {
        rows.push({
          id: pool.id[slot],
          user: pool.user[slot],
          market: market.settings.id,
          side: SIDES[side],
          priceTicks: pool.priceTicks[slot],
          quantityLots: pool.quantityLots[slot],
          filledLots: pool.filledLots[slot],
          remainingLots: pool.remainingLots[slot],
          selfTrade: SELF_TRADE[pool.selfTrade[slot]],
          placedAtMs: pool.placedAtMs[slot],
          hold: ledger.holdAmount(pool.hold[slot]).toString(),
        });
      }
    }
  }
  return rows;
}

/**
 * The first open orders of a user: by market, buys first, in matching order. It searches the books
 * of the user's markets: this is too rare for an index by user.
 */
export function ordersOfUser(
  { pool, traders, listings, bookOf }: OrderParts,
  user: UserId,
  most: number,
): OrderSlot[] {
  const slots: OrderSlot[] = [];
  for (const { settings } of listings.markets()) {
    const trader = traders.find(user, settings.id);
    if (trader < 0 || traders.openOrders[trader] === 0) continue;
    const isTheirs = (slot: OrderSlot): boolean => pool.trader[slot] === trader;
    slots.push(...firstOf(bookOf(settings.id), most - slots.length, isTheirs));
  }
  return slots;
}

/**
 * Full scan: every book, and the agreement of pool, books and traders' counts (B2, B3, B5).
 * @param checkOrder B4 and B10 of one order
 */
export function verifyOrders(
  { pool, traders, ledger, listings, checks, bookOf }: OrderParts,
  checkOrder: (slot: OrderSlot, market: ListedMarket) => void,
): void {
  let resting = 0;
  const counts = new Map<number, number>();
  for (const market of listings.markets()) {
    const book = bookOf(market.settings.id);
    resting += book.verify();
    for (const side of [BUY, SELL] as const) {
      for (const slot of book.orders(side)) {
        checkOrder(slot, market);
        ledger.checkOwner(pool.hold[slot], pool.id[slot]);
        const trader = pool.trader[slot];
        counts.set(trader, (counts.get(trader) ?? 0) + 1);
      }
    }
  }
  checks.check('B3', resting === pool.size, 'orders outside the books are in the pool');
  for (const [trader, count] of counts) {
    checks.check(
      'B5',
      traders.openOrders[trader] === count,
      `trader ${trader} has the wrong count of open orders`,
    );
  }
}
