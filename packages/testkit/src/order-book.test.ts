import type { Side } from '@meridian/core/catalog/side';
import { InvariantChecks } from '@meridian/core/invariants';
import { OrderBook } from '@meridian/core/spot/order-book';
import {
  BUY,
  NONE,
  OrderPool,
  SELL,
  type OrderSlot,
  type SideIndex,
} from '@meridian/core/spot/order-pool';
import { test } from 'vitest';
import {
  compareBooks,
  describeBook,
  type BookUnderTest,
  type RestingOrder,
} from './book-contract.ts';
import { NaiveBook, type BookOrder } from './naive-book.ts';

/** The core's book, with its pool. */
class FastBook implements BookUnderTest {
  readonly #pool = new OrderPool();
  readonly #book = new OrderBook(this.#pool, new InvariantChecks());

  rest({ id, side, priceTicks, lots }: RestingOrder): void {
    const slot = this.#pool.take(id);
    this.#pool.side[slot] = sideIndex(side);
    this.#pool.priceTicks[slot] = priceTicks;
    this.#pool.remainingLots[slot] = lots;
    this.#book.rest(slot);
  }

  reduce(id: number, lots: number): void {
    const slot = this.#pool.find(id);
    this.#book.reduce(slot, lots);
    if (this.#pool.remainingLots[slot] === 0) this.remove(id);
  }

  remove(id: number): void {
    const slot = this.#pool.find(id);
    this.#book.remove(slot);
    this.#pool.give(slot);
  }

  best(side: Side): number | undefined {
    return this.#idOf(this.#book.best(sideIndex(side)));
  }

  bestFrom(side: Side, priceTicks: number): number | undefined {
    return this.#idOf(this.#book.bestFrom(sideIndex(side), priceTicks));
  }

  after(id: number): number | undefined {
    return this.#idOf(this.#book.after(this.#pool.find(id)));
  }

  orders(side: Side): number[] {
    return [...this.#book.orders(sideIndex(side))].map((slot) => this.#pool.id[slot] as number);
  }

  levels(side: Side): { priceTicks: number; lots: number; orders: number }[] {
    return [...this.#book.levels(sideIndex(side))];
  }

  verify(): void {
    this.#book.checkUncrossed();
    const counted = this.#book.verify();
    if (counted !== this.#pool.size)
      throw new Error(`the book has ${counted} orders, the pool ${this.#pool.size}`);
  }

  #idOf(slot: OrderSlot): number | undefined {
    return slot === NONE ? undefined : this.#pool.id[slot];
  }
}

/** The naive book, adapted by `find`. */
class FittedNaiveBook implements BookUnderTest {
  readonly #book = new NaiveBook<BookOrder>();

  rest({ id, side, priceTicks, lots }: RestingOrder): void {
    this.#book.rest({ id, side, priceTicks, remainingLots: lots });
  }

  reduce(id: number, lots: number): void {
    const order = this.#find(id);
    order.remainingLots -= lots;
    if (order.remainingLots === 0) this.#book.remove(order);
  }

  remove(id: number): void {
    this.#book.remove(this.#find(id));
  }

  best(side: Side): number | undefined {
    return this.#book.best(side)?.id;
  }

  bestFrom(side: Side, priceTicks: number): number | undefined {
    return this.#book
      .orders(side)
      .find((order) =>
        side === 'buy' ? order.priceTicks <= priceTicks : order.priceTicks >= priceTicks,
      )?.id;
  }

  after(id: number): number | undefined {
    return this.#book.after(this.#find(id))?.id;
  }

  orders(side: Side): number[] {
    return this.#book.orders(side).map(({ id }) => id);
  }

  levels(side: Side): { priceTicks: number; lots: number; orders: number }[] {
    return this.#book.levels(side);
  }

  verify(): void {}

  #find(id: number): BookOrder {
    const order = this.#book.find(id);
    if (order === undefined) throw new Error(`order ${id} is not in the book`);
    return order;
  }
}

function sideIndex(side: Side): SideIndex {
  return side === 'buy' ? BUY : SELL;
}

describeBook('naive', () => new FittedNaiveBook());
describeBook('fast', () => new FastBook());

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'naive and fast book live the same life, seed %i',
  (seed) => {
    compareBooks([() => new FittedNaiveBook(), () => new FastBook()], { seed, steps: 4_000 });
  },
);
