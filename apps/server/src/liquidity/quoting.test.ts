import { describe, expect, test } from 'vitest';
import { randomStream } from '../feed/seeded-random.ts';
import { foreignLevels } from './foreign-orders.ts';
import { LEVELS } from './profiles.ts';
import {
  decideQuotes,
  lotsWorth,
  PROMISED_LEVELS,
  stepEdges,
  type OwnOrder,
  type QuotingState,
} from './quoting.ts';
import { decideSweep, decideTrade, trafficPause } from './taking.ts';

/** BTC/USDT at 97,000 dollars. */
const STATE: QuotingState = {
  profile: { halfSpreadBps: 0.3, stepBps: 0.5, tradeQuote: 1_600 },
  indexTicks: 9_700_000,
  orders: [],
  foreignBid: undefined,
  foreignAsk: undefined,
  notionalUnit: 10,
  quoteCoin: 1e8,
  maxLots: 20_000_000,
  minNotional: 5e8,
};

/** The book's orders after a decision. */
function afterwards(state: QuotingState, seed = 1): OwnOrder[] {
  const { cancel, place } = decideQuotes(state, randomStream(seed));
  const kept = state.orders.filter(({ id }) => !cancel.includes(id));
  return [
    ...kept,
    ...place.map(({ side, priceTicks }, index) => ({ id: 1_000 + index, side, priceTicks })),
  ];
}

describe('quoting', () => {
  test('an empty book gets all levels of both sides, larger ones farther out, none touching the index', () => {
    const { cancel, place } = decideQuotes(STATE, randomStream(1));
    expect(cancel).toEqual([]);
    for (const side of ['buy', 'sell'] as const) {
      const quotes = place.filter((quote) => quote.side === side);
      expect(new Set(quotes.map(({ priceTicks }) => priceTicks)).size).toBe(quotes.length);
      expect(quotes.length).toBeGreaterThanOrEqual(PROMISED_LEVELS);
      for (const { priceTicks } of quotes)
        expect(side === 'buy' ? priceTicks : -priceTicks).toBeLessThan(
          side === 'buy' ? STATE.indexTicks : -STATE.indexTicks,
        );
      const worth = (part: typeof quotes) =>
        part.reduce((sum, { quantityLots }) => sum + quantityLots, 0) / part.length;
      expect(worth(quotes.slice(10))).toBeGreaterThan(worth(quotes.slice(0, 10)));
    }
  });

  test.each([1, 3, 40, 9_700_000])(
    'an index of %i ticks never gives a price below one tick or a quantity below one lot',
    (indexTicks) => {
      const { place } = decideQuotes(
        { ...STATE, indexTicks, notionalUnit: 1, minNotional: 0 },
        randomStream(2),
      );
      for (const { priceTicks, quantityLots } of place) {
        expect(priceTicks).toBeGreaterThanOrEqual(1);
        expect(quantityLots).toBeGreaterThanOrEqual(1);
        expect(Number.isSafeInteger(priceTicks) && Number.isSafeInteger(quantityLots)).toBe(true);
      }
    },
  );

  test('steps are whole ticks apart also where a tick is coarse', () => {
    const edges = stepEdges(STATE.profile, 50);
    expect(edges).toHaveLength(LEVELS + 1);
    expect(edges[0]).toBe(1);
    for (const [step, edge] of edges.slice(1).entries())
      expect(edge).toBeGreaterThan(edges[step] ?? 0);
  });

  test('nothing is done while the index stands still', () => {
    const orders = afterwards(STATE);
    expect(decideQuotes({ ...STATE, orders }, randomStream(5))).toEqual({ cancel: [], place: [] });
  });

  test('a small move costs a few commands, a large one moves everything at once', () => {
    const orders = afterwards(STATE);
    const small = decideQuotes(
      { ...STATE, orders, indexTicks: STATE.indexTicks + 600 },
      randomStream(5),
    );
    expect(small.cancel.length + small.place.length).toBeLessThanOrEqual(8);
    const moved = { ...STATE, orders, indexTicks: STATE.indexTicks * 2 };
    const left = afterwards(moved);
    expect(left.every(({ priceTicks }) => Math.abs(priceTicks / moved.indexTicks - 1) < 0.02)).toBe(
      true,
    );
    expect(left.filter(({ side }) => side === 'buy').length).toBeGreaterThanOrEqual(
      PROMISED_LEVELS,
    );
  });

  test('quotes that the index came too near to always go', () => {
    const orders: OwnOrder[] = [
      ...afterwards(STATE),
      { id: 7, side: 'sell', priceTicks: STATE.indexTicks },
      { id: 8, side: 'buy', priceTicks: STATE.indexTicks + 5 },
    ];
    expect(decideQuotes({ ...STATE, orders }, randomStream(1)).cancel).toEqual(
      expect.arrayContaining([7, 8]),
    );
  });

  test('post-only quotes keep out of the way of customers', () => {
    const foreignAsk = STATE.indexTicks - 500;
    const { place } = decideQuotes({ ...STATE, foreignAsk }, randomStream(1));
    for (const { side, priceTicks } of place)
      if (side === 'buy') expect(priceTicks).toBeLessThan(foreignAsk);
  });

  test('sizes respect the smallest and the largest order', () => {
    expect(
      lotsWorth(STATE, { quoteCoins: 0.01, priceTicks: 9_700_000 }) * 9_700_000 * 10,
    ).toBeGreaterThanOrEqual(5e8);
    expect(lotsWorth(STATE, { quoteCoins: 1e15, priceTicks: 9_700_000 })).toBe(STATE.maxLots);
  });
});

describe('taking', () => {
  const book = { bestBid: 9_699_700, bestAsk: 9_700_300 };

  test('trades come every two to six seconds, in both directions, leaning with the index', () => {
    const random = randomStream(3);
    const pauses = Array.from({ length: 1_000 }, () => trafficPause(random));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...pauses)).toBeLessThan(6_000);
    const shareOfBuys = (previousIndexTicks: number): number =>
      Array.from(
        { length: 2_000 },
        () => decideTrade({ ...STATE, ...book, previousIndexTicks }, random)?.side,
      ).filter((side) => side === 'buy').length / 2_000;
    expect(shareOfBuys(STATE.indexTicks)).toBeCloseTo(0.5, 1);
    expect(shareOfBuys(STATE.indexTicks - 5_000)).toBeGreaterThan(0.8);
    expect(shareOfBuys(STATE.indexTicks + 5_000)).toBeLessThan(0.2);
  });

  test('there is no trade against an empty side', () => {
    expect(
      decideTrade(
        { ...STATE, bestBid: undefined, bestAsk: undefined, previousIndexTicks: STATE.indexTicks },
        randomStream(1),
      ),
    ).toBeUndefined();
  });

  test('a sweep takes only what lies beyond the index, and only what others own', () => {
    const bids = foreignLevels(
      [
        [9_700_010, 5_000],
        [9_700_001, 800],
        [9_699_000, 400],
      ],
      [{ priceTicks: 9_700_001, remainingLots: 300 }],
    );
    expect(decideSweep(STATE, { bids, asks: [] })).toEqual([
      { side: 'sell', priceTicks: STATE.indexTicks, quantityLots: 5_500 },
    ]);
    expect(decideSweep(STATE, { bids: [], asks: [{ ticks: 9_700_001, lots: 900 }] })).toEqual([]);
    expect(decideSweep(STATE, { bids: [], asks: [{ ticks: 9_699_999, lots: 900 }] })).toMatchObject(
      [{ side: 'buy', quantityLots: 900 }],
    );
  });
});
