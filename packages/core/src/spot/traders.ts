import type { MarketId, UserId } from '../ids.ts';
import { IntegerMap } from '../integer-map.ts';
import { grown, type AccountSlot } from '../ledger/ledger.ts';

/** Index in the columns below. */
export type TraderSlot = number;

const START_CAPACITY = 1024;
/**
 * Market ids stay below this (catalog/listings.ts), user ids below 2^36, so that the key is a safe
 * integer.
 */
const MARKETS = 65_536;

/**
 * Keeps a user's two accounts and number of open orders in one market, so that an order needs one
 * lookup instead of four. It is derived: a restored exchange builds it again from its orders.
 */
export class Traders {
  readonly #slots = new IntegerMap();
  #count = 0;
  baseAccount = new Int32Array(START_CAPACITY);
  quoteAccount = new Int32Array(START_CAPACITY);
  openOrders = new Int32Array(START_CAPACITY);

  /** The slot of a user in a market, -1 before it was added. */
  find(user: UserId, market: MarketId): TraderSlot {
    return this.#slots.get(user * MARKETS + market);
  }

  add(
    user: UserId,
    market: MarketId,
    accounts: { base: AccountSlot; quote: AccountSlot },
  ): TraderSlot {
    const slot = this.#count++;
    if (slot === this.baseAccount.length) this.#grow();
    this.baseAccount[slot] = accounts.base;
    this.quoteAccount[slot] = accounts.quote;
    this.#slots.set(user * MARKETS + market, slot);
    return slot;
  }

  #grow(): void {
    const capacity = this.baseAccount.length * 2;
    this.baseAccount = grown(this.baseAccount, new Int32Array(capacity));
    this.quoteAccount = grown(this.quoteAccount, new Int32Array(capacity));
    this.openOrders = grown(this.openOrders, new Int32Array(capacity));
  }
}
