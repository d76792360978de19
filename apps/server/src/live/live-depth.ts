import type { Side } from '@meridian/core/catalog/side';
import type { SnapshotOrder } from '@meridian/core/spot/spot-snapshot';

/** Price in ticks, quantity in lots. A quantity of 0 in a change means that the level is gone. */
export type TickLevel = readonly [ticks: number, lots: number];

export interface DepthChanges {
  /** `seq` of the changes before these, and the one that these lead to. */
  readonly previousSeq: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly bids: readonly TickLevel[];
  readonly asks: readonly TickLevel[];
}

/**
 * The price levels of one market's book. Keeps which levels changed since they were last taken: a
 * change carries the new quantity, not a difference, so applying one twice does no harm and a
 * snapshot of any moment between two takings leads on.
 */
export class LiveDepth {
  readonly bids = new LevelLadder('buy');
  readonly asks = new LevelLadder('sell');
  /** Engine sequence number and time of the last command that changed a level. */
  seq = 0;
  timeMs = 0;
  #takenSeq = 0;

  /** Starts from the resting orders of a snapshot. */
  constructor(
    orders: readonly SnapshotOrder[],
    at: { readonly seq: number; readonly timeMs: number },
  ) {
    for (const order of orders)
      this.change(order.side, { ticks: order.priceTicks, lots: order.remainingLots }, at);
    this.bids.takeChanges();
    this.asks.takeChanges();
    this.seq = at.seq;
    this.timeMs = at.timeMs;
    this.#takenSeq = at.seq;
  }

  /** Changes the quantity of a level by `lots` (signed). */
  change(
    side: Side,
    level: { ticks: number; lots: number },
    at: { readonly seq: number; readonly timeMs: number },
  ): void {
    (side === 'buy' ? this.bids : this.asks).change(level.ticks, level.lots);
    this.seq = at.seq;
    this.timeMs = at.timeMs;
  }

  /**
   * The levels that changed since the last call; undefined where none did. For one taker only: the
   * sockets.
   */
  takeChanges(): DepthChanges | undefined {
    if (this.seq === this.#takenSeq) return undefined;
    const previousSeq = this.#takenSeq;
    this.#takenSeq = this.seq;
    const { seq, timeMs } = this;
    return {
      previousSeq,
      seq,
      timeMs,
      bids: this.bids.takeChanges(),
      asks: this.asks.takeChanges(),
    };
  }
}

/**
 * One side of a book: level prices in a sorted array with the best at its end, where changes are
 * cheapest.
 */
export class LevelLadder {
  /** Ticks, negated for sells: the best is the greatest on both sides. Ascending. */
  readonly #keys: number[] = [];
  readonly #lots: number[] = [];
  readonly #sign: 1 | -1;
  readonly #changed = new Set<number>();

  constructor(side: Side) {
    this.#sign = side === 'buy' ? 1 : -1;
  }

  change(ticks: number, lots: number): void {
    const key = ticks * this.#sign;
    const index = this.#find(key);
    this.#changed.add(ticks);
    if (this.#keys[index] !== key) {
      if (lots <= 0)
        throw new RangeError(`a level of ${ticks} ticks that does not exist cannot shrink`);
      this.#keys.splice(index, 0, key);
      this.#lots.splice(index, 0, lots);
      return;
    }
    const after = (this.#lots[index] ?? 0) + lots;
    if (after < 0) throw new RangeError(`the level of ${ticks} ticks fell below zero`);
    if (after > 0) {
      this.#lots[index] = after;
      return;
    }
    this.#keys.splice(index, 1);
    this.#lots.splice(index, 1);
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Quantity in lots at a price, 0 where there is no level. */
  quantity(ticks: number): number {
    const key = ticks * this.#sign;
    const index = this.#find(key);
    return this.#keys[index] === key ? (this.#lots[index] ?? 0) : 0;
  }

  /** The best `count` levels, best first. */
  top(count: number): TickLevel[] {
    const levels: TickLevel[] = [];
    for (let index = this.#keys.length - 1; index >= 0 && levels.length < count; index--) {
      levels.push([(this.#keys[index] ?? 0) * this.#sign, this.#lots[index] ?? 0]);
    }
    return levels;
  }

  takeChanges(): TickLevel[] {
    const changes = [...this.#changed].map((ticks): TickLevel => [ticks, this.quantity(ticks)]);
    this.#changed.clear();
    return changes;
  }

  /** Index of the first key that is not below `key`. */
  #find(key: number): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
