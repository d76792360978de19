import type { Side } from '@meridian/core/catalog/side';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

export interface RestingOrder {
  readonly id: number;
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
}

/** The operations of an order book, in terms that any implementation can be adapted to. */
export interface BookUnderTest {
  rest(order: RestingOrder): void;
  /**
   * Removes lots from an order that keeps its place; an order that reaches zero leaves the book.
   */
  reduce(id: number, lots: number): void;
  remove(id: number): void;
  best(side: Side): number | undefined;
  /** The order that trades first at a price or a worse one. */
  bestFrom(side: Side, priceTicks: number): number | undefined;
  /** The order behind this one in matching order. */
  after(id: number): number | undefined;
  /** All orders of a side in matching order. */
  orders(side: Side): number[];
  levels(side: Side): { priceTicks: number; lots: number; orders: number }[];
  /** Checks its own structure; throws if it is broken. */
  verify(): void;
}

/** The behaviour of an order book, as tests that each implementation runs. */
export function describeBook(name: string, makeBook: () => BookUnderTest): void {
  describe(`order book contract: ${name}`, () => {
    const given = (
      ...orders: [id: number, side: Side, priceTicks: number, lots: number][]
    ): BookUnderTest => {
      const book = makeBook();
      for (const [id, side, priceTicks, lots] of orders) book.rest({ id, side, priceTicks, lots });
      book.verify();
      return book;
    };

    test('is empty at first', () => {
      const book = makeBook();
      for (const side of ['buy', 'sell'] as const) {
        expect(book.best(side)).toBeUndefined();
        expect(book.bestFrom(side, 100)).toBeUndefined();
        expect(book.orders(side)).toEqual([]);
        expect(book.levels(side)).toEqual([]);
      }
      book.verify();
    });

    test('puts the best price first, and within a price the oldest', () => {
      const book = given(
        [1, 'buy', 100, 5],
        [2, 'buy', 102, 1],
        [3, 'buy', 101, 2],
        [4, 'buy', 102, 3],
        [5, 'sell', 110, 1],
        [6, 'sell', 105, 1],
        [7, 'sell', 105, 9],
      );
      expect(book.orders('buy')).toEqual([2, 4, 3, 1]);
      expect(book.orders('sell')).toEqual([6, 7, 5]);
      expect([book.best('buy'), book.best('sell')]).toEqual([2, 6]);
    });

    test('finds the first order at a price or behind it', () => {
      const book = given(
        [1, 'buy', 100, 5],
        [2, 'buy', 102, 1],
        [3, 'buy', 100, 2],
        [4, 'sell', 105, 3],
        [5, 'sell', 110, 1],
      );
      expect([103, 102, 101, 100, 99].map((price) => book.bestFrom('buy', price))).toEqual([
        2,
        2,
        1,
        1,
        undefined,
      ]);
      expect([104, 105, 106, 110, 111].map((price) => book.bestFrom('sell', price))).toEqual([
        4,
        4,
        5,
        5,
        undefined,
      ]);
    });

    test('sums each level and counts its orders', () => {
      const book = given([1, 'sell', 105, 4], [2, 'sell', 107, 1], [3, 'sell', 105, 6]);
      expect(book.levels('sell')).toEqual([
        { priceTicks: 105, lots: 10, orders: 2 },
        { priceTicks: 107, lots: 1, orders: 1 },
      ]);
      expect(book.levels('buy')).toEqual([]);
    });

    test('walks from order to order over the levels', () => {
      const book = given([1, 'buy', 100, 1], [2, 'buy', 99, 1], [3, 'buy', 100, 1]);
      expect([book.best('buy'), book.after(1), book.after(3), book.after(2)]).toEqual([
        1,
        3,
        2,
        undefined,
      ]);
    });

    test('an order that is reduced keeps its place', () => {
      const book = given([1, 'sell', 105, 4], [2, 'sell', 105, 6]);
      book.reduce(1, 3);
      expect(book.orders('sell')).toEqual([1, 2]);
      expect(book.levels('sell')).toEqual([{ priceTicks: 105, lots: 7, orders: 2 }]);
      book.reduce(1, 1);
      expect(book.orders('sell')).toEqual([2]);
      book.verify();
    });

    test('an order in the middle, at the front or alone can be removed', () => {
      const book = given(
        [1, 'buy', 100, 1],
        [2, 'buy', 100, 2],
        [3, 'buy', 100, 4],
        [4, 'buy', 101, 8],
      );
      book.remove(2);
      expect(book.orders('buy')).toEqual([4, 1, 3]);
      book.remove(4);
      expect(book.best('buy')).toBe(1);
      book.remove(1);
      book.remove(3);
      expect(book.levels('buy')).toEqual([]);
      book.verify();
    });

    test('a price whose level emptied starts anew at the back', () => {
      const book = given([1, 'sell', 105, 1], [2, 'sell', 106, 1]);
      book.remove(1);
      book.rest({ id: 3, side: 'sell', priceTicks: 105, lots: 2 });
      book.rest({ id: 4, side: 'sell', priceTicks: 105, lots: 3 });
      expect(book.orders('sell')).toEqual([3, 4, 2]);
      book.verify();
    });

    test('takes the smallest and the largest price', () => {
      const book = given(
        [1, 'buy', 1, 1],
        [2, 'sell', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
      );
      expect(book.bestFrom('buy', Number.MAX_SAFE_INTEGER)).toBe(1);
      expect([
        book.bestFrom('sell', 1),
        book.bestFrom('sell', Number.MAX_SAFE_INTEGER),
        book.bestFrom('buy', 1),
      ]).toEqual([2, 2, 1]);
    });
  });
}

/**
 * Drives two books through the same random life and compares all their answers. Throws with the
 * seed.
 */
export function compareBooks(
  makers: readonly [() => BookUnderTest, () => BookUnderTest],
  run: { seed: number; steps: number },
): void {
  const random = new SeededRandom(run.seed);
  const books = makers.map((make) => make());
  const live: RestingOrder[] = [];
  const spread = random.pick([3, 30, 3_000, 10 ** 9]);
  for (let step = 1; step <= run.steps; step++) {
    const isAdding = live.length === 0 || random.chance(live.length > 600 ? 0.3 : 0.55);
    if (isAdding) {
      const side = random.pick(['buy', 'sell'] as const);
      const away = random.between(1, spread);
      const order = {
        id: step,
        side,
        priceTicks: side === 'buy' ? 2_000_000_000 - away : 2_000_000_000 + away,
        lots: random.between(1, 9),
      };
      live.push(order);
      for (const book of books) book.rest(order);
    } else {
      const place = random.chance(0.3)
        ? live.findIndex(({ id }) => id === books[0]?.best('buy'))
        : random.below(live.length);
      const order = live[Math.max(0, place)] as RestingOrder;
      const lots = random.between(1, order.lots);
      const isGone = random.chance(0.5) || lots === order.lots;
      for (const book of books) isGone ? book.remove(order.id) : book.reduce(order.id, lots);
      live.splice(
        live.indexOf(order),
        1,
        ...(isGone ? [] : [{ ...order, lots: order.lots - lots }]),
      );
    }
    for (const side of ['buy', 'sell'] as const) {
      const from = 2_000_000_000 + random.between(-spread, spread);
      const shown = books.map((book) => [
        book.best(side),
        book.bestFrom(side, from),
        step % 50 === 0 ? [book.orders(side), book.levels(side)] : [],
      ]);
      expect(shown[1], `seed ${run.seed}, step ${step}, ${side}`).toEqual(shown[0]);
    }
    if (step % 50 === 0) for (const book of books) book.verify();
  }
}
