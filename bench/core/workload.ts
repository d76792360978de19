/**
 * The matching workload: a seeded stream of orders around a walking price, with the result of a
 * correct price-time book. The random draws and their order are part of its definition: the same
 * mix, length and seed give the same stream anywhere.
 */

export const ADD = 0;
export const CANCEL = 1;
export const TAKE = 2;
export const BUY = 0;
export const SELL = 1;

/** `w1`: 47 % add, 43 % cancel, 10 % take. `w2`: add and take only. */
export type Mix = 'w1' | 'w2';

export const PREFILL = 10_000;
export const USERS = 1_000;
/** Exclusive bound of prices. */
export const MAX_TICK = 1 << 18;

/**
 * One column a field; record `i` is the `i`-th command. The first `PREFILL` fill the book and are
 * not timed.
 */
export interface Workload {
  readonly length: number;
  readonly op: Uint8Array;
  readonly side: Uint8Array;
  readonly user: Uint16Array;
  /**
   * The user, or the next one without orders of their own in the way: self-trade prevention would
   * otherwise change the trades of the stream.
   */
  readonly traderWithoutSelf: Uint16Array;
  readonly id: Uint32Array;
  readonly price: Uint32Array;
  readonly quantity: Uint32Array;
  readonly expected: Expected;
}

export interface Expected {
  readonly trades: number;
  readonly volume: number;
  readonly liveOrders: number;
  readonly fillHash: number;
}

interface Order {
  readonly id: number;
  readonly side: number;
  readonly price: number;
  user: number;
  quantity: number;
  /** Index in the list of live orders. */
  place: number;
}

/** FNV-1a style hash over maker id, taker id, price and quantity of every fill in order. */
export class FillHash {
  #value = 0x811c9dc5 | 0;

  add(maker: number, taker: number, price: number, quantity: number): void {
    let value = Math.imul(this.#value ^ maker, 16_777_619);
    value ^= value >>> 13;
    value = Math.imul(value ^ taker, 16_777_619);
    value ^= value >>> 13;
    value = Math.imul(value ^ price, 16_777_619);
    value ^= value >>> 13;
    value = Math.imul(value ^ quantity, 16_777_619);
    this.#value = value ^ (value >>> 13);
  }

  get value(): number {
    return this.#value >>> 0;
  }
}

export function makeWorkload(mix: Mix, commands: number, seed: number): Workload {
  const maker = new WorkloadMaker(mix, commands, seed);
  return maker.make();
}

class WorkloadMaker {
  readonly #mix: Mix;
  readonly #length: number;
  readonly #columns: Omit<Workload, 'expected' | 'length'>;
  /** Orders at each price, oldest first; those with quantity 0 are gone. */
  readonly #queues: (Order[] | undefined)[][] = [[], []];
  readonly #live: Order[] = [];
  readonly #hash = new FillHash();
  #random: number;
  #written = 0;
  #nextId = 1;
  #middle = MAX_TICK >> 1;
  #bestBid = -1;
  #bestAsk = MAX_TICK;
  #trades = 0;
  #volume = 0;

  constructor(mix: Mix, commands: number, seed: number) {
    this.#mix = mix;
    this.#length = PREFILL + commands;
    this.#random = seed >>> 0;
    this.#columns = {
      op: new Uint8Array(this.#length),
      side: new Uint8Array(this.#length),
      user: new Uint16Array(this.#length),
      traderWithoutSelf: new Uint16Array(this.#length),
      id: new Uint32Array(this.#length),
      price: new Uint32Array(this.#length),
      quantity: new Uint32Array(this.#length),
    };
  }

  make(): Workload {
    while (this.#written < PREFILL) this.#addPassive();
    while (this.#written < this.#length) {
      if (this.#draw() < 0.1) this.#middle += this.#draw() < 0.5 ? 1 : -1;
      if (this.#mix === 'w1') this.#stepMixed(this.#draw());
      else this.#stepMatching(this.#draw());
    }
    const expected = {
      trades: this.#trades,
      volume: this.#volume,
      liveOrders: this.#live.length,
      fillHash: this.#hash.value,
    };
    return { length: this.#length, ...this.#columns, expected };
  }

  #stepMixed(draw: number): void {
    if (draw < 0.05) this.#addCrossing(40);
    else if (draw < 0.1) this.#take(40);
    else if (draw < 0.55 || this.#live.length < 8_000) this.#addPassive();
    else this.#cancelAny();
  }

  #stepMatching(draw: number): void {
    const live = this.#live.length;
    if ((draw < 0.5 && live < 30_000) || live < 5_000) this.#addPassive();
    else if (this.#draw() < 0.5) this.#addCrossing(100);
    else this.#take(100);
  }

  #draw(): number {
    this.#random = (this.#random + 0x6d2b79f5) >>> 0;
    let mixed = this.#random;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  #below(bound: number): number {
    return Math.floor(this.#draw() * bound);
  }

  /** Takers push the book towards the walking middle. */
  #takerSide(): number {
    const isBookBelow = (this.#bestBid + this.#bestAsk) / 2 < this.#middle;
    return this.#draw() < 0.7 === isBookBelow ? BUY : SELL;
  }

  #addPassive(): void {
    const side = this.#below(2);
    const distance = 1 + Math.min(2_000, Math.floor(-Math.log(1 - this.#draw()) * 30));
    const price =
      side === BUY
        ? Math.min(this.#middle - distance, this.#bestAsk - 1)
        : Math.max(this.#middle + distance, this.#bestBid + 1);
    const quantity = 1 + this.#below(100);
    this.#add(side, price, quantity);
  }

  #addCrossing(most: number): void {
    const side = this.#takerSide();
    const price = side === BUY ? this.#bestAsk + this.#below(5) : this.#bestBid - this.#below(5);
    const quantity = 1 + this.#below(most);
    this.#add(side, price, quantity);
  }

  #add(side: number, price: number, quantity: number): void {
    const id = this.#nextId++;
    const user = this.#below(USERS);
    const order = { id, side, price, user, quantity, place: 0 };
    order.user = this.#match(order, price);
    this.#write({ op: ADD, side, user, traderWithoutSelf: order.user, id, price, quantity });
    if (order.quantity > 0) this.#rest(order);
  }

  #take(most: number): void {
    const side = this.#takerSide();
    const id = this.#nextId++;
    const user = this.#below(USERS);
    const quantity = 1 + this.#below(most);
    const traderWithoutSelf = this.#match(
      { id, side, price: 0, user, quantity, place: 0 },
      side === BUY ? MAX_TICK : 0,
    );
    this.#write({ op: TAKE, side, user, traderWithoutSelf, id, price: 0, quantity });
  }

  #cancelAny(): void {
    const order = this.#live[this.#below(this.#live.length)] as Order;
    this.#write({
      op: CANCEL,
      side: order.side,
      user: 0,
      traderWithoutSelf: order.user,
      id: order.id,
      price: order.price,
      quantity: 0,
    });
    order.quantity = 0;
    this.#forget(order);
    this.#moveBest();
  }

  /**
   * Matches an arriving order. Returns the user that must send it so that it meets none of its
   * sender's orders.
   */
  #match(taker: Order, limit: number): number {
    const met = new Set<number>();
    while (taker.quantity > 0) {
      const price = taker.side === BUY ? this.#bestAsk : this.#bestBid;
      const isBeyond =
        taker.side === BUY ? price >= MAX_TICK || price > limit : price < 0 || price < limit;
      if (isBeyond) break;
      const queue = this.#queues[1 - taker.side]?.[price] as Order[];
      while (queue[0]?.quantity === 0) queue.shift();
      const maker = queue[0] as Order;
      const quantity = Math.min(taker.quantity, maker.quantity);
      met.add(maker.user);
      maker.quantity -= quantity;
      taker.quantity -= quantity;
      this.#trades++;
      this.#volume += quantity;
      this.#hash.add(maker.id, taker.id, price, quantity);
      if (maker.quantity === 0) {
        this.#forget(maker);
        this.#moveBest();
      }
    }
    let user = taker.user;
    while (met.has(user)) user = (user + 1) % USERS;
    return user;
  }

  #rest(order: Order): void {
    const queues = this.#queues[order.side] as (Order[] | undefined)[];
    (queues[order.price] ??= []).push(order);
    if (order.side === BUY) this.#bestBid = Math.max(this.#bestBid, order.price);
    else this.#bestAsk = Math.min(this.#bestAsk, order.price);
    order.place = this.#live.push(order) - 1;
  }

  /**
   * Removes an order from the list of live ones: the last one takes its index, on which the draw of
   * cancels depends.
   */
  #forget(order: Order): void {
    const last = this.#live.pop() as Order;
    if (last !== order) {
      this.#live[order.place] = last;
      last.place = order.place;
    }
  }

  #moveBest(): void {
    while (this.#bestBid >= 0 && !this.#hasLive(BUY, this.#bestBid)) this.#bestBid--;
    while (this.#bestAsk < MAX_TICK && !this.#hasLive(SELL, this.#bestAsk)) this.#bestAsk++;
  }

  #hasLive(side: number, price: number): boolean {
    const queue = this.#queues[side]?.[price];
    if (queue === undefined) return false;
    while (queue[0]?.quantity === 0) queue.shift();
    return queue.length > 0;
  }

  #write(record: { [Column in keyof Omit<Workload, 'expected' | 'length'>]: number }): void {
    const at = this.#written++;
    this.#columns.op[at] = record.op;
    this.#columns.side[at] = record.side;
    this.#columns.user[at] = record.user;
    this.#columns.traderWithoutSelf[at] = record.traderWithoutSelf;
    this.#columns.id[at] = record.id;
    this.#columns.price[at] = record.price;
    this.#columns.quantity[at] = record.quantity;
  }
}
