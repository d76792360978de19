import type { OrderId } from '../ids.ts';
import { IntegerMap } from '../integer-map.ts';
import { grown } from '../ledger/ledger.ts';
import type { SelfTrade } from './spot-commands.ts';

/** Index in the columns of the pool, valid in this process only. */
export type OrderSlot = number;
export const NONE = -1;

export const BUY = 0;
export const SELL = 1;
/** `BUY` or `SELL`. */
export type SideIndex = 0 | 1;
/** Names of the sides, by index. */
export const SIDES = ['buy', 'sell'] as const;
/** Names of the self-trade rules, by index. */
export const SELF_TRADE: readonly SelfTrade[] = [
  'expireTaker',
  'expireMaker',
  'expireBoth',
  'decrement',
];

const START_CAPACITY = 4096;

/**
 * Owns the orders that are open (or being matched), one column for each field, with a free list:
 * without objects the garbage collector has no work. Fields up to `previous` belong to the book,
 * the rest to the spot market.
 */
export class OrderPool {
  id = new Float64Array(START_CAPACITY);
  user = new Float64Array(START_CAPACITY);
  side = new Uint8Array(START_CAPACITY);
  priceTicks = new Float64Array(START_CAPACITY);
  remainingLots = new Float64Array(START_CAPACITY);
  level = new Int32Array(START_CAPACITY);
  next = new Int32Array(START_CAPACITY);
  previous = new Int32Array(START_CAPACITY);

  market = new Int32Array(START_CAPACITY);
  quantityLots = new Float64Array(START_CAPACITY);
  filledLots = new Float64Array(START_CAPACITY);
  /** Lots that self-trade prevention took off. */
  reducedLots = new Float64Array(START_CAPACITY);
  selfTrade = new Uint8Array(START_CAPACITY);
  placedAtMs = new Float64Array(START_CAPACITY);
  hold = new Int32Array(START_CAPACITY);
  trader = new Int32Array(START_CAPACITY);

  readonly #slots = new IntegerMap();
  #count = 0;
  #free = NONE;

  /** Number of orders in the pool. */
  get size(): number {
    return this.#slots.size;
  }

  /** The slot of an open order, `NONE` for any other id. */
  find(id: OrderId): OrderSlot {
    return this.#slots.get(id);
  }

  /**
   * Takes a slot for an order with this id. All other columns keep the last owner's values: the
   * caller writes them.
   */
  take(id: OrderId): OrderSlot {
    let slot = this.#free;
    if (slot === NONE) {
      slot = this.#count++;
      if (slot === this.id.length) this.#grow();
    } else {
      this.#free = this.next[slot];
    }
    this.id[slot] = id;
    this.#slots.set(id, slot);
    return slot;
  }

  give(slot: OrderSlot): void {
    this.#slots.delete(this.id[slot]);
    this.next[slot] = this.#free;
    this.#free = slot;
  }

  #grow(): void {
    const capacity = this.id.length * 2;
    this.id = grown(this.id, new Float64Array(capacity));
    this.user = grown(this.user, new Float64Array(capacity));
    this.side = grown(this.side, new Uint8Array(capacity));
    this.priceTicks = grown(this.priceTicks, new Float64Array(capacity));
    this.remainingLots = grown(this.remainingLots, new Float64Array(capacity));
    this.level = grown(this.level, new Int32Array(capacity));
    this.next = grown(this.next, new Int32Array(capacity));
    this.previous = grown(this.previous, new Int32Array(capacity));
    this.market = grown(this.market, new Int32Array(capacity));
    this.quantityLots = grown(this.quantityLots, new Float64Array(capacity));
    this.filledLots = grown(this.filledLots, new Float64Array(capacity));
    this.reducedLots = grown(this.reducedLots, new Float64Array(capacity));
    this.selfTrade = grown(this.selfTrade, new Uint8Array(capacity));
    this.placedAtMs = grown(this.placedAtMs, new Float64Array(capacity));
    this.hold = grown(this.hold, new Int32Array(capacity));
    this.trader = grown(this.trader, new Int32Array(capacity));
  }
}
