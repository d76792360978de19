import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { grown } from '../ledger/ledger.ts';
import { BUY, NONE, type OrderPool, type OrderSlot, type SideIndex } from './order-pool.ts';

const START_CAPACITY = 256;

/**
 * The book of one market: price-time priority over the orders of a pool. Each side keeps its price
 * levels in a sorted array with the best price at the end, so that the busy end is where inserting
 * and removing is cheap; the orders of a level are a doubly linked list, oldest first. It knows
 * nothing of money, users or fees; it never matches by itself.
 */
export class OrderBook {
  readonly #pool: OrderPool;
  readonly #checks: InvariantChecks;
  readonly #sides: readonly [BookSide, BookSide] = [new BookSide(true), new BookSide(false)];
  #levelCount = 0;
  #freeLevel = NONE;
  #head = new Int32Array(START_CAPACITY);
  #tail = new Int32Array(START_CAPACITY);
  #orders = new Int32Array(START_CAPACITY);
  #lots = new Float64Array(START_CAPACITY);

  constructor(pool: OrderPool, checks: InvariantChecks) {
    this.#pool = pool;
    this.#checks = checks;
  }

  /**
   * The order that trades next on a side: best price, oldest first. `NONE` when the side is empty.
   */
  best(side: SideIndex): OrderSlot {
    const levels = this.#sides[side];
    return levels.length === 0 ? NONE : this.#head[levels.slots[levels.length - 1]];
  }

  /** The order of a side that trades first at a price or a worse one. `NONE` if there is none. */
  bestFrom(side: SideIndex, priceTicks: number): OrderSlot {
    const levels = this.#sides[side];
    let place = levels.search(priceTicks);
    if (place === levels.length || levels.prices[place] !== priceTicks) place--;
    return place < 0 ? NONE : this.#head[levels.slots[place]];
  }

  /**
   * The order behind this one in matching order (same level, else the next worse level), `NONE` at
   * the end.
   */
  after(slot: OrderSlot): OrderSlot {
    const next = this.#pool.next[slot];
    if (next !== NONE) return next;
    const levels = this.#sides[this.#pool.side[slot] as SideIndex];
    const place = levels.search(this.#pool.priceTicks[slot]);
    return place === 0 ? NONE : this.#head[levels.slots[place - 1]];
  }

  /**
   * Puts an order (id, side, price, remaining lots set in the pool) behind all others of its price.
   */
  rest(slot: OrderSlot): void {
    const pool = this.#pool;
    const levels = this.#sides[pool.side[slot] as SideIndex];
    const price = pool.priceTicks[slot];
    const place = levels.search(price);
    let level: number;
    if (place < levels.length && levels.prices[place] === price) {
      level = levels.slots[place];
      const tail = this.#tail[level];
      pool.next[tail] = slot;
      pool.previous[slot] = tail;
    } else {
      level = this.#takeLevel();
      levels.insert(place, price, level);
      this.#head[level] = slot;
      pool.previous[slot] = NONE;
    }
    pool.next[slot] = NONE;
    pool.level[slot] = level;
    this.#tail[level] = slot;
    this.#orders[level]++;
    this.#lots[level] += pool.remainingLots[slot];
  }

  /**
   * Takes lots off a resting order, which keeps its place. An order that reaches zero must be
   * removed by the caller.
   */
  reduce(slot: OrderSlot, lots: number): void {
    const left = this.#pool.remainingLots[slot] - lots;
    this.#checks.counts[AT.B4]++;
    if (left < 0)
      throw new InvariantError(
        'B4',
        `order ${this.#pool.id[slot]} would have ${left} lots remaining`,
      );
    this.#pool.remainingLots[slot] = left;
    this.#lots[this.#pool.level[slot]] -= lots;
  }

  /** Takes an order out of the book. Its slot stays with the caller. */
  remove(slot: OrderSlot): void {
    const pool = this.#pool;
    const level = pool.level[slot];
    const next = pool.next[slot];
    const previous = pool.previous[slot];
    if (previous === NONE) this.#head[level] = next;
    else pool.next[previous] = next;
    if (next === NONE) this.#tail[level] = previous;
    else pool.previous[next] = previous;
    this.#lots[level] -= pool.remainingLots[slot];
    if (--this.#orders[level] > 0) return;
    this.#checks.counts[AT.B2]++;
    if (this.#lots[level] !== 0)
      throw new InvariantError('B2', `an empty level keeps ${this.#lots[level]} lots`);
    this.#sides[pool.side[slot] as SideIndex].remove(pool.priceTicks[slot]);
    this.#head[level] = this.#freeLevel;
    this.#freeLevel = level;
  }

  /** B1: the best bid is below the best ask. Checked after each command. */
  checkUncrossed(): void {
    const [bids, asks] = this.#sides;
    this.#checks.counts[AT.B1]++;
    if (bids.length === 0 || asks.length === 0) return;
    const bid = bids.prices[bids.length - 1];
    const ask = asks.prices[asks.length - 1];
    if (bid >= ask) throw new InvariantError('B1', `best bid ${bid} is not below best ask ${ask}`);
  }

  /** All resting orders of a side in matching order. */
  *orders(side: SideIndex): Generator<OrderSlot> {
    const levels = this.#sides[side];
    for (let place = levels.length - 1; place >= 0; place--) {
      for (let slot = this.#head[levels.slots[place]]; slot !== NONE; slot = this.#pool.next[slot])
        yield slot;
    }
  }

  /** Price levels of a side, best first. */
  *levels(side: SideIndex): Generator<{ priceTicks: number; lots: number; orders: number }> {
    const levels = this.#sides[side];
    for (let place = levels.length - 1; place >= 0; place--) {
      const level = levels.slots[place];
      yield {
        priceTicks: levels.prices[place],
        lots: this.#lots[level],
        orders: this.#orders[level],
      };
    }
  }

  /**
   * Full scan: levels sorted, totals right, oldest first (B2), index and book one to one (B3).
   * Returns the orders counted.
   */
  verify(): number {
    let counted = 0;
    for (const side of this.#sides) {
      for (let place = 0; place < side.length; place++) {
        if (place > 0)
          this.#checks.check(
            'B2',
            side.isBetter(side.prices[place], side.prices[place - 1]),
            'levels out of order',
          );
        counted += this.#verifyLevel(side.slots[place], side.prices[place]);
      }
    }
    this.checkUncrossed();
    return counted;
  }

  #verifyLevel(level: number, price: number): number {
    const pool = this.#pool;
    let lots = 0;
    let orders = 0;
    let lastId = 0;
    for (let slot = this.#head[level]; slot !== NONE; slot = pool.next[slot]) {
      this.#checks.check(
        'B2',
        pool.id[slot] > lastId && pool.priceTicks[slot] === price,
        `level ${price} is not oldest first`,
      );
      this.#checks.check(
        'B3',
        pool.find(pool.id[slot]) === slot && pool.level[slot] === level,
        `order ${pool.id[slot]} is not indexed`,
      );
      this.#checks.check(
        'B4',
        pool.remainingLots[slot] > 0,
        `order ${pool.id[slot]} rests with nothing`,
      );
      lastId = pool.id[slot];
      lots += pool.remainingLots[slot];
      orders++;
    }
    this.#checks.check(
      'B2',
      lots === this.#lots[level] && orders === this.#orders[level],
      `level ${price} has the wrong total`,
    );
    return orders;
  }

  #takeLevel(): number {
    let level = this.#freeLevel;
    if (level === NONE) {
      level = this.#levelCount++;
      if (level === this.#head.length) this.#growLevels();
    } else {
      this.#freeLevel = this.#head[level];
    }
    this.#orders[level] = 0;
    this.#lots[level] = 0;
    return level;
  }

  #growLevels(): void {
    const capacity = this.#head.length * 2;
    this.#head = grown(this.#head, new Int32Array(capacity));
    this.#tail = grown(this.#tail, new Int32Array(capacity));
    this.#orders = grown(this.#orders, new Int32Array(capacity));
    this.#lots = grown(this.#lots, new Float64Array(capacity));
  }
}

/** The sorted levels of one side: prices and level slots in two arrays, worst first. */
class BookSide {
  /** Bids get better upwards, asks downwards. */
  readonly #ascending: boolean;
  prices = new Float64Array(START_CAPACITY);
  slots = new Int32Array(START_CAPACITY);
  length = 0;

  constructor(isBids: boolean) {
    this.#ascending = isBids;
  }

  isBetter(price: number, than: number): boolean {
    return this.#ascending ? price > than : price < than;
  }

  /**
   * Index of the price, or of its insertion. Searches from the best end in growing steps, because
   * most work is there.
   */
  search(price: number): number {
    const { prices } = this;
    let high = this.length;
    let step = 1;
    let low = high - 1;
    while (low >= 0 && this.isBetter(prices[low], price)) {
      high = low;
      low -= step;
      step *= 2;
    }
    low = low < 0 ? 0 : low;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBetter(price, prices[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(place: number, price: number, slot: number): void {
    if (this.length === this.prices.length) {
      this.prices = grown(this.prices, new Float64Array(this.length * 2));
      this.slots = grown(this.slots, new Int32Array(this.length * 2));
    }
    if (place < this.length) {
      this.prices.copyWithin(place + 1, place, this.length);
      this.slots.copyWithin(place + 1, place, this.length);
    }
    this.prices[place] = price;
    this.slots[place] = slot;
    this.length++;
  }

  remove(price: number): void {
    const last = this.length - 1;
    const place = this.prices[last] === price ? last : this.search(price);
    if (place < last) {
      this.prices.copyWithin(place, place + 1, this.length);
      this.slots.copyWithin(place, place + 1, this.length);
    }
    this.length = last;
  }
}

/** The side that an order of this side trades with. */
export function opposite(side: SideIndex): SideIndex {
  return side === BUY ? 1 : 0;
}
