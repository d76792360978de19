import { describe, expect, test } from 'vitest';
import { feedMarkets } from './feed-markets.ts';
import type { FeedMarket, HistoryBar } from './feed.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../modules/market/starting-catalog.ts';
import { candleStart } from '../modules/market/candles.ts';
import { SimulatedFeed } from './simulated.ts';

const MARKETS = feedMarkets({ currencies: STARTING_CURRENCIES, markets: STARTING_MARKETS });
const NOW_MS = Date.UTC(2026, 10, 21, 9, 33, 12, 345);
const NOW_S = Math.floor(NOW_MS / 1_000);

const openAt = (nowMs: number, seed = 7) =>
  new SimulatedFeed(MARKETS, { seed, clock: { now: () => nowMs } });
const btc = MARKETS[0] as FeedMarket;
const priceAt = (feed: SimulatedFeed, second: number, market: number): number =>
  feed.ticksAt(second).prices.find(([id]) => id === market)?.[1] ?? 0;

/** Logarithmic returns from bar to bar. */
const returnsOf = (bars: readonly HistoryBar[]): number[] =>
  bars.slice(1).map((bar, index) => Math.log(bar.close / (bars[index]?.close ?? bar.close)));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const correlation = (first: readonly number[], second: readonly number[]): number => {
  const [meanA, meanB] = [mean(first), mean(second)];
  const covariance = mean(
    first.map((value, index) => (value - meanA) * ((second[index] ?? 0) - meanB)),
  );
  const spread = (values: readonly number[], middle: number): number =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return covariance / spread(first, meanA) / spread(second, meanB);
};

describe('simulated feed', () => {
  test('the same seed gives the same prices; another seed others', () => {
    const seconds = [NOW_S, NOW_S + 1, NOW_S + 86_400, NOW_S + 7];
    const prices = (feed: SimulatedFeed) => seconds.map((second) => feed.ticksAt(second));
    expect(prices(openAt(NOW_MS))).toEqual(prices(openAt(NOW_MS - 999_999)));
    expect(prices(openAt(NOW_MS))).not.toEqual(prices(openAt(NOW_MS, 8)));
  });

  test('the order in which moments are asked for changes nothing', () => {
    const feed = openAt(NOW_MS);
    const forward = Array.from({ length: 500 }, (_, index) => priceAt(feed, NOW_S + index * 37, 2));
    const backward = Array.from({ length: 500 }, (_, index) =>
      priceAt(feed, NOW_S + (499 - index) * 37, 2),
    );
    expect(backward.toReversed()).toEqual(forward);
  });

  test('history has 400 days without gap or duplicate, and ends where the live prices begin', () => {
    const bars = [...openAt(NOW_MS).history(btc)];
    const lengths = { '1min': 60_000, '60min': 3_600_000, '1day': 86_400_000 };
    for (const [index, bar] of bars.entries()) {
      const next = bars[index + 1];
      if (next !== undefined) expect(next.startMs).toBe(bar.startMs + lengths[bar.period]);
      expect(bar.startMs).toBe(candleStart(bar.period, bar.startMs));
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
      expect(bar.low).toBeGreaterThan(0);
      expect(bar.volumeLots).toBeGreaterThan(0n);
    }
    expect(NOW_MS - (bars[0]?.startMs ?? NOW_MS)).toBeGreaterThan(399 * 86_400_000);
    expect(bars.filter(({ period }) => period === '1min').length).toBeGreaterThanOrEqual(7 * 1_440);
    const last = bars.at(-1) as HistoryBar;
    expect(last.startMs + 60_000).toBe(Math.floor(NOW_MS / 60_000) * 60_000);
    expect(last.close).toBe(priceAt(openAt(NOW_MS), last.startMs / 1_000 + 59, 1));
  });

  test('a restart goes on where the prices were: history made later covers the live prices of before', () => {
    const before = openAt(NOW_MS);
    const live = Array.from({ length: 60 }, (_, second) =>
      priceAt(before, NOW_S - (NOW_S % 60) + second, 1),
    );
    const after = [...openAt(NOW_MS + 600_000).history(btc)];
    const bar = after.find(
      ({ startMs }) => startMs === (NOW_S - (NOW_S % 60)) * 1_000,
    ) as HistoryBar;
    expect(bar.open).toBe(live[0]);
    expect(bar.close).toBe(live[59]);
    expect(bar.high).toBeLessThanOrEqual(Math.max(...live));
    expect(bar.low).toBeGreaterThanOrEqual(Math.min(...live));
  });

  test.each([1, 2, 3, 4, 5])('seed %i looks like a market', (seed) => {
    const feed = openAt(NOW_MS, seed);
    const minutes = MARKETS.slice(0, 10).map((market) =>
      [...feed.history(market)].filter(({ period }) => period === '1min'),
    );
    const returns = minutes.map(returnsOf);
    for (const [index, ofMarket] of returns.entries()) {
      const variance = mean(ofMarket.map((value) => value ** 2));
      expect(Math.sqrt(variance), `deviation of a minute, market ${index + 1}`).toBeGreaterThan(
        0.0002,
      );
      expect(Math.sqrt(variance)).toBeLessThan(0.003);
      expect(
        mean(ofMarket.map((value) => value ** 4)) / variance ** 2,
        'fat tails',
      ).toBeGreaterThan(3.3);
      expect(Math.max(...ofMarket.map(Math.abs)), 'no jumps').toBeLessThan(0.03);
    }
    const sizes = (returns[0] ?? []).map(Math.abs);
    expect(
      correlation(sizes.slice(1), sizes.slice(0, -1)),
      'clusters of volatility',
    ).toBeGreaterThan(0.05);
    expect(
      Math.abs(correlation((returns[0] ?? []).slice(1), (returns[0] ?? []).slice(0, -1))),
      'no memory of direction',
    ).toBeLessThan(0.1);
    for (const others of returns.slice(1))
      expect(correlation(returns[0] ?? [], others), 'moves with BTC').toBeGreaterThan(0.3);
  });

  test('prices stay near their references for years, and pairs agree with each other', () => {
    const feed = openAt(NOW_MS);
    for (let day = 0; day < 3_000; day++) {
      const prices = new Map(
        feed.ticksAt(NOW_S + day * 86_400).prices.map(([id, ticks]) => [id, ticks]),
      );
      const [bitcoin = 0, ether = 0, cross = 0] = [prices.get(1), prices.get(2), prices.get(11)];
      expect(bitcoin / 100).toBeGreaterThan(97_000 / 2);
      expect(bitcoin / 100).toBeLessThan(97_000 * 2);
      expect(Math.abs(cross / 100_000 - ether / bitcoin)).toBeLessThan(0.000_01);
    }
  });
});
