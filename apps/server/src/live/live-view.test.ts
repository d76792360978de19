import { CANDLE_PERIODS } from '@meridian/contract/market/candle-period';
import { depthChecksum } from '@meridian/contract/market/depth-checksum';
import type { Applied } from '@meridian/core/events';
import type { IndexPriceSet } from '@meridian/core/catalog/catalog-events';
import type { Traded } from '@meridian/core/spot/spot-events';
import type { Exchange } from '@meridian/core/exchange';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { ExchangeHistory } from '@meridian/testkit/exchange-history';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { candleStart } from '../modules/market/candles.ts';
import { openLiveView, type LiveView } from '../modules/live-view.ts';

const MARKETS = [1, 2];
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const DAY_MS = 86_400_000;

/** Levels of the core's own book, best first. */
function coreLevels(exchange: Exchange, market: number, side: 'buy' | 'sell'): [number, number][] {
  const levels = new Map<number, number>();
  for (const order of exchange.snapshot().orders) {
    if (order.market !== market || order.side !== side) continue;
    levels.set(order.priceTicks, (levels.get(order.priceTicks) ?? 0) + order.remainingLots);
  }
  return [...levels].sort(([a], [b]) => (side === 'buy' ? b - a : a - b));
}

interface Timed<E> {
  readonly event: E;
  readonly seq: number;
  readonly timeMs: number;
}

function eventsOf<E extends Traded | IndexPriceSet>(
  batch: readonly Applied[],
  type: E['type'],
  market: number,
): Timed<E>[] {
  return batch.flatMap(({ events, seq, timeMs }) =>
    events
      .filter((event) => event.type === type && (event as E).market === market)
      .map((event) => ({ event: event as E, seq, timeMs })),
  );
}

/** Open, high, low, close by reading the whole list again. */
function naiveBar(prices: readonly number[]) {
  return {
    open: prices[0],
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1),
  };
}

function expectEqualToCore(view: LiveView, exchange: Exchange): void {
  const snapshot = exchange.snapshot();
  expect(view.seq).toBe(snapshot.seq);
  for (const { user, wallet, currency, available, held } of snapshot.accounts) {
    const balance = view.balance(user, wallet, currency);
    expect([balance.available, balance.held]).toEqual([BigInt(available), BigInt(held)]);
  }
  const fields = ({
    id,
    user,
    market,
    side,
    priceTicks,
    quantityLots,
    filledLots,
    remainingLots,
    placedAtMs,
  }: (typeof snapshot.orders)[number]) => ({
    id,
    user,
    market,
    side,
    priceTicks,
    quantityLots,
    filledLots,
    remainingLots,
    placedAtMs,
  });
  for (const user of new Set(snapshot.accounts.map((account) => account.user))) {
    const expected = snapshot.orders
      .filter((order) => order.user === user)
      .map(fields)
      .sort((a, b) => b.id - a.id);
    expect(view.openOrders(user)).toEqual(expected);
  }
  for (const market of MARKETS) {
    const depth = view.depth(market, Infinity);
    expect(depth.bids).toEqual(coreLevels(exchange, market, 'buy'));
    expect(depth.asks).toEqual(coreLevels(exchange, market, 'sell'));
  }
}

function expectEqualToNaiveFigures(view: LiveView, history: readonly Applied[]): void {
  for (const market of MARKETS) {
    const trades = eventsOf<Traded>(history, 'traded', market);
    const window = trades.filter(
      ({ timeMs }) => candleStart('1min', timeMs) > candleStart('1min', view.timeMs) - DAY_MS,
    );
    const ticker = view.ticker(market);
    expect(ticker.last).toBe(trades.at(-1)?.event.priceTicks ?? view.index(market).priceTicks);
    expect(ticker.volumeLots).toBe(
      window.reduce((sum, { event }) => sum + BigInt(event.quantityLots), 0n),
    );
    expect(ticker.quoteVolume).toBe(window.reduce((sum, { event }) => sum + event.notional, 0n));
    if (window.length > 0) {
      const bar = naiveBar(window.map(({ event }) => event.priceTicks));
      expect([ticker.open, ticker.high, ticker.low]).toEqual([bar.open, bar.high, bar.low]);
    }
    expect(view.recentTrades(market, 20).map(({ id }) => id)).toEqual(
      trades
        .slice(-20)
        .map(({ event }) => event.trade)
        .reverse(),
    );
    const prices = eventsOf<IndexPriceSet>(history, 'indexPriceSet', market);
    for (const period of CANDLE_PERIODS) {
      for (const [source, points] of [
        ['trade', trades],
        ['index', prices],
      ] as const) {
        const startMs = candleStart(period, points.at(-1)?.timeMs ?? 0);
        const inBar = points
          .filter(({ timeMs }) => timeMs >= startMs)
          .map(({ event }) => event.priceTicks);
        const bar = view.candle(market, period, source);
        if (points.length > 0) expect(bar).toMatchObject({ startMs, ...naiveBar(inBar) });
        else expect(bar).toBeUndefined();
      }
    }
  }
}

describe(`live view against the core and a naive recomputation (seed ${seed})`, () => {
  test('equals both after every part of a long random history', { timeout: 60_000 }, () => {
    const history = new ExchangeHistory(seed);
    const view = openLiveView();
    view.load(history.exchange.snapshot());
    const all = history.begin();
    view.apply(all);
    for (let part = 0; part < 60; part++) {
      const batch = history.next(50);
      all.push(...batch);
      view.apply(structuredClone(batch));
      expectEqualToCore(view, history.exchange);
      expectEqualToNaiveFigures(view, all);
    }
    const reasons = new Set(
      all.flatMap(({ events }) =>
        events.flatMap((event) =>
          event.type === 'orderClosed' && event.wasResting ? [event.reason] : [],
        ),
      ),
    );
    expect([...reasons].sort()).toEqual(['cancelled', 'decrement', 'filled', 'selfTrade']);
  });

  test('goes on from a snapshot exactly as if it had seen everything', () => {
    const history = new ExchangeHistory(seed + 1);
    history.begin();
    history.next(500);
    const view = openLiveView();
    view.load(JSON.parse(JSON.stringify(history.exchange.snapshot())));
    expectEqualToCore(view, history.exchange);
    view.apply(history.next(300));
    expectEqualToCore(view, history.exchange);
  });

  test('depth changes lead from any snapshot to the present book', () => {
    const history = new ExchangeHistory(seed + 2);
    const view = openLiveView();
    view.load(history.exchange.snapshot());
    view.apply(history.begin());
    view.takeDepthChanges(1);
    for (let part = 0; part < 40; part++) {
      view.apply(history.next(7));
      const snapshot = view.depth(1, Infinity);
      const [bids, asks] = [new Map(snapshot.bids), new Map(snapshot.asks)];
      view.apply(history.next(7));
      const changes = view.takeDepthChanges(1);
      if (changes === undefined) continue;
      expect(changes.previousSeq).toBeLessThanOrEqual(snapshot.seq);
      for (const [book, side] of [
        [bids, changes.bids],
        [asks, changes.asks],
      ] as const) {
        for (const [ticks, lots] of side)
          if (lots === 0) book.delete(ticks);
          else book.set(ticks, lots);
      }
      const present = view.depth(1, Infinity);
      expect(changes.seq).toBe(present.seq);
      expect([...bids].sort(([a], [b]) => b - a)).toEqual(present.bids);
      expect([...asks].sort(([a], [b]) => a - b)).toEqual(present.asks);
    }
  });
});

test('a gap in the sequence is refused', () => {
  const history = new ExchangeHistory(1);
  const view = openLiveView();
  const batch = history.begin();
  expect(() => view.apply(batch.slice(1))).toThrow('expected command 1, got 2');
});

test('the checksum is the CRC-32 of zlib over the documented text', () => {
  const history = new ExchangeHistory(7);
  const view = openLiveView();
  view.apply(history.begin());
  expect(view.depth(1, 5).checksum).toBe(0);
  view.apply(history.next(400));
  const scale = view.scale(1);
  const { bids, asks, checksum } = view.depth(1, 25);
  const text = [...bids, ...asks]
    .map(([ticks, lots]) => `${formatPrice(ticks, scale)}:${formatQuantity(lots, scale)}`)
    .join(',');
  expect(text.length).toBeGreaterThan(50);
  expect(checksum).toBe(crc32(text));
  expect(depthChecksum([], [])).toBe(0);
});

test('an index price goes stale with the wall clock, not with the commands', () => {
  const history = new ExchangeHistory(9);
  const batch = history.begin();
  let now = batch.at(-1)?.timeMs ?? 0;
  const view = openLiveView(() => now);
  view.apply(batch);
  expect(view.index(1).isStale).toBe(false);
  now += 365 * DAY_MS + 1;
  expect(view.index(1).isStale).toBe(true);
});

test('open orders come by page, newest first, filtered', () => {
  const history = new ExchangeHistory(11, { users: 2 });
  const view = openLiveView();
  view.apply(history.begin());
  view.apply(history.next(600));
  const user = history.users[0] ?? 0;
  const buys = view.openOrders(user, { side: 'buy', market: 1 });
  expect(buys.every((order) => order.side === 'buy' && order.market === 1)).toBe(true);
  const first = view.openOrders(user, { limit: 2 });
  const second = view.openOrders(user, { limit: 2, before: first.at(-1)?.id ?? 0 });
  expect([...first, ...second]).toEqual(view.openOrders(user).slice(0, 4));
});
