import type { Exchange } from 'ccxt';
import { describe, expect, test } from 'vitest';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../modules/market/starting-catalog.ts';
import { CcxtVenue, openVenues, withTextNumbers, type CcxtExchange } from './ccxt-venue.ts';
import { feedMarkets } from './feed-markets.ts';
import type { FeedMarket, HistoryBar, IndexTicks } from './feed.ts';
import { indexMedian } from './index-median.ts';
import { LiveFeed, type Venue, type VenueBar } from './live.ts';
import { openFeed } from './open-feed.ts';
import type { VenueTicker } from './quote-board.ts';

const MARKETS = feedMarkets({ currencies: STARTING_CURRENCIES, markets: STARTING_MARKETS });
const btc = MARKETS[0] as FeedMarket;
const NOW = Date.UTC(2026, 5, 1, 10, 0, 30);

describe('median', () => {
  const quotes = (...prices: readonly (readonly [price: number, ageMs?: number])[]) =>
    prices.map(([priceTicks, ageMs = 0], index) => ({
      venue: `v${index}`,
      priceTicks,
      timeMs: NOW - ageMs,
    }));

  test.each([
    ['odd', quotes([100], [102], [101]), 101, 'v0,v1,v2'],
    ['even, half up', quotes([100], [101], [100], [102]), 101, 'v0,v1,v2,v3'],
    ['four', quotes([1_000], [1_004], [1_002], [1_001]), 1_002, 'v0,v1,v2,v3'],
    ['a stale one', quotes([1_000], [1_002], [1_009, 3_001], [1_001]), 1_001, 'v0,v1,v3'],
    ['just fresh', quotes([1_000], [1_004], [1_002, 3_000]), 1_002, 'v0,v1,v2'],
    ['one that deviates', quotes([10_000], [10_010], [12_000], [10_005]), 10_005, 'v0,v1,v3'],
    ['exactly one per cent is near', quotes([10_000], [10_100], [10_000]), 10_000, 'v0,v1,v2'],
  ])('%s', (_name, given, priceTicks, venues) => {
    const median = indexMedian(given, NOW);
    expect([median?.priceTicks, median?.venues.join()]).toEqual([priceTicks, venues]);
  });

  test.each([
    ['nobody', quotes()],
    ['one', quotes([100])],
    ['one fresh', quotes([100], [100, 5_000])],
    ['two', quotes([10_000], [10_000])],
    ['two fresh', quotes([100], [100], [100, 3_001])],
    ['two near', quotes([10_000], [10_000], [10_101])],
    ['three that all disagree', quotes([10_000], [11_000], [12_100])],
  ])('%s makes no index', (_name, given) => expect(indexMedian(given, NOW)).toBeUndefined());
});

/** A venue that answers from a script; it fails where the script gives undefined. */
function scripted(
  name: string,
  script: (call: number) => readonly VenueTicker[] | undefined,
  bars: readonly VenueBar[] = [],
): Venue {
  let call = 0;
  return {
    name,
    fetchTickers: async () => script(call++) ?? Promise.reject(new Error('timed out')),
    fetchBars: async (symbol, fromMs) =>
      symbol === 'BTC/USDT' ? bars.filter(({ timeMs }) => timeMs >= fromMs).slice(0, 2) : [],
    close: async () => undefined,
  };
}

/**
 * A venue that pushes a ticker each second of the test's clock; undefined breaks its connection.
 * Polled, it has a price where one is given.
 */
function streamed(
  name: string,
  say: (nowMs: number) => readonly VenueTicker[] | undefined,
  onAsked: (symbols: readonly string[]) => void,
  answer?: string,
): Venue {
  let fail: (error: Error) => void = () => undefined;
  return {
    name,
    watchTickers: () =>
      new Promise((resolve, reject) => {
        fail = reject;
        eachSecond.add(function once(nowMs) {
          eachSecond.delete(once);
          const said = say(nowMs);
          if (said === undefined) reject(new Error('connection lost'));
          else resolve(said);
        });
      }),
    fetchTickers: async (symbols) => {
      onAsked(symbols);
      return answer === undefined ? [] : [ticker(answer)];
    },
    fetchBars: async () => [],
    close: async () => fail(new Error('closed')),
  };
}
const eachSecond = new Set<(nowMs: number) => void>();

/**
 * Runs a feed for some seconds on its own clock; a turn of the event loop lets every venue answer.
 */
async function run(venues: readonly Venue[], seconds: number) {
  let nowMs = NOW;
  const emitted: { atS: number; ticks: IndexTicks }[] = [];
  const warnings: string[] = [];
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const wait = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      if (signal.aborted) wake();
      sleepers.push({ untilMs: nowMs + ms, wake });
      signal.addEventListener('abort', () => wake());
    });
  const feed = new LiveFeed(venues, MARKETS, {
    now: () => nowMs,
    wait,
    warn: (text) => warnings.push(text),
  });
  feed.start((ticks) => emitted.push({ atS: (nowMs - NOW) / 1_000, ticks }));
  for (let second = 0; second < seconds; second++) {
    await new Promise(setImmediate);
    nowMs += 1_000;
    for (const speak of [...eachSecond]) speak(nowMs);
    await new Promise(setImmediate);
    for (const sleeper of sleepers.splice(0)) {
      if (sleeper.untilMs <= nowMs) sleeper.wake();
      else sleepers.push(sleeper);
    }
  }
  await new Promise(setImmediate);
  await feed.stop();
  return { emitted, warnings };
}

const ticker = (last: string, timeMs?: number): VenueTicker => ({
  symbol: 'BTC/USDT',
  last,
  timeMs,
});

describe('live feed', () => {
  test("an index is as old as the oldest quote that made it, by the venue's own time", async () => {
    const at = (name: string, ageMs: number) => scripted(name, () => [ticker('100', NOW - ageMs)]);
    const { emitted } = await run([at('a', 900), at('b', 200), at('c', 2_000)], 1);
    expect(emitted.map(({ ticks }) => [ticks.sources, ticks.prices[0]?.[2]])).toContainEqual([
      3,
      NOW - 2_000,
    ]);
  });

  test('gives the median of several venues, named, in ticks of the market', async () => {
    const venues = [
      scripted('a', () => [ticker('97000.004')]),
      scripted('b', () => [ticker('97010.5')]),
      scripted('c', () => [ticker('97002.00')]),
    ];
    const { emitted } = await run(venues, 3);
    const { source, sources, prices } = emitted.at(-1)?.ticks as IndexTicks;
    expect({ source, sources, prices: prices.map(([id, ticks]) => [id, ticks]) }).toEqual({
      source: 'median of a, b, c',
      sources: 3,
      prices: [[1, 9_700_200]],
    });
  });

  test('a venue that dies is dropped after three seconds; with two left there are no ticks; it comes back', async () => {
    const outage = (call: number) => (call >= 2 && call < 6 ? undefined : [ticker('100')]);
    const { emitted, warnings } = await run(
      [
        scripted('a', () => [ticker('100')]),
        scripted('b', outage),
        scripted('c', () => [ticker('100')]),
      ],
      90,
    );
    const seconds = emitted.map(({ atS }) => atS);
    expect(seconds).toContain(4);
    expect(seconds.some((atS) => atS > 6 && atS < 20)).toBe(false);
    expect(seconds.at(-1)).toBeGreaterThan(60);
    expect(warnings).toEqual(['b does not answer: timed out', 'b answers again']);
  });

  test('what a venue says late, in the future, or without sense does not count', async () => {
    const odd = [
      ticker('abc'),
      ticker('-1'),
      ticker('0'),
      ticker(''),
      { symbol: 'PEPE/USDT', last: '1', timeMs: NOW },
    ];
    const good = ['c', 'd'].map((name) => scripted(name, () => [ticker('100', NOW + 1e9)]));
    const { emitted } = await run(
      [scripted('a', () => [ticker('100', NOW - 60_000)]), scripted('b', () => odd), ...good],
      4,
    );
    expect(emitted).toEqual([]);
  });

  test('a venue that sends prices by itself is asked only for what it does not send', async () => {
    const asked: (readonly string[])[] = [];
    const sending = streamed(
      'a',
      (nowMs) => [ticker('100', nowMs)],
      (symbols) => asked.push(symbols),
    );
    const { emitted } = await run(
      [sending, scripted('b', () => [ticker('101')]), scripted('c', () => [ticker('102')])],
      10,
    );
    expect(emitted.at(-1)?.ticks).toMatchObject({
      source: 'median of a, b, c',
      prices: [[1, 10_100, NOW + 9_000]],
    });
    expect(asked.slice(1).some((symbols) => symbols.includes('BTC/USDT'))).toBe(false);
    expect(asked.at(-1)).toContain('ETH/USDT');
  });

  test('what a venue sends without a time, or from the future, counts nothing: it is asked', async () => {
    for (const say of [
      () => [ticker('1', undefined)],
      (nowMs: number) => [ticker('1', nowMs + 1)],
    ]) {
      const { emitted } = await run(
        [
          streamed('a', say, () => undefined, '100'),
          scripted('b', () => [ticker('100')]),
          scripted('c', () => [ticker('100')]),
        ],
        5,
      );
      const { sources, prices } = emitted.at(-1)?.ticks as IndexTicks;
      expect([sources, prices[0]?.slice(0, 2)]).toEqual([3, [1, 10_000]]);
    }
  });

  test('a venue whose connection breaks is asked until it sends again', async () => {
    let second = 0;
    const broken = streamed(
      'a',
      (nowMs) => (second++ > 1 && second < 4 ? undefined : [ticker('100', nowMs)]),
      () => undefined,
      '100',
    );
    const { emitted, warnings } = await run(
      [broken, scripted('b', () => [ticker('100')]), scripted('c', () => [ticker('100')])],
      40,
    );
    expect(warnings).toEqual([
      'a sends no prices, it is asked: connection lost',
      'a sends prices again',
    ]);
    expect(emitted.filter(({ atS, ticks }) => atS > 1 && ticks.sources < 3)).toEqual([]);
  });

  test('history comes page by page from the first venue that has it, without duplicates and unsound bars', async () => {
    const bar = (minutesAgo: number, close = '100'): VenueBar => ({
      timeMs: NOW - 30_000 - minutesAgo * 60_000,
      open: '100',
      high: '101',
      low: '99',
      close,
      volume: '2',
    });
    const bars = [bar(5), bar(5), bar(4), bar(3, '500'), bar(2), bar(1), bar(0)];
    const feed = new LiveFeed(
      [scripted('none', () => []), scripted('a', () => [], bars)],
      MARKETS,
      { now: () => NOW },
    );
    const history: HistoryBar[] = [];
    for await (const one of feed.history(btc)) history.push(one);
    expect(history.map(({ startMs }) => (NOW - 30_000 - startMs) / 60_000)).toEqual([5, 4, 2, 1]);
    expect(history[0]).toMatchObject({
      open: 10_000,
      high: 10_100,
      low: 9_900,
      close: 10_000,
      volumeLots: 200_000n,
    });
  });
});

describe('ccxt', () => {
  test('keeps the text of prices: what a venue sent arrives exactly', async () => {
    const { default: ccxt } = await import('ccxt');
    const binance = new ccxt.binance() as unknown as Exchange;
    withTextNumbers(binance);
    const raw = {
      symbol: 'BTCUSDT',
      lastPrice: '97000.01000000',
      openPrice: '1',
      highPrice: '1',
      lowPrice: '1',
      volume: '1',
      quoteVolume: '1',
      closeTime: NOW,
    };
    expect(binance.parseTicker(raw)).toMatchObject({ last: '97000.01000000', timestamp: NOW });
    expect(binance.parseOHLCV([NOW, '1.10', '2.20', '0.30', '1.40', '5.50'])).toEqual([
      NOW,
      '1.10',
      '2.20',
      '0.30',
      '1.40',
      '5.50',
    ]);
  });

  test('asks only for what the venue lists, and leaves out what has no price', async () => {
    const asked: string[][] = [];
    const fake: CcxtExchange = {
      markets: { 'BTC/USDT': {}, 'ETH/USDT': {} },
      has: {},
      watchTickers: async () => ({}),
      loadMarkets: async () => undefined,
      fetchTickers: async (symbols) => {
        asked.push(symbols);
        return {
          'BTC/USDT': { symbol: 'BTC/USDT', last: '1.5', timestamp: 7 },
          'ETH/USDT': { symbol: 'ETH/USDT' },
        };
      },
      fetchOHLCV: async () => [[7, '1', '2', '1', '2', '3']],
      close: async () => undefined,
    };
    const venue = new CcxtVenue('fake', fake);
    expect(await venue.fetchTickers(['BTC/USDT', 'ETH/USDT', 'EOS/USDT'])).toEqual([
      { symbol: 'BTC/USDT', last: '1.5', timeMs: 7 },
    ]);
    expect(asked).toEqual([['BTC/USDT', 'ETH/USDT']]);
    expect(await venue.fetchBars('EOS/USDT', 0)).toEqual([]);
    expect(await venue.fetchBars('BTC/USDT', 0)).toEqual([
      { timeMs: 7, open: '1', high: '2', low: '1', close: '2', volume: '3' },
    ]);
  });

  test('listens to a venue that sends tickers, and to no other', async () => {
    const venues = await openVenues(['binance', 'okx', 'kraken', 'bitstamp']);
    expect(venues.map(({ watchTickers }) => watchTickers !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('settings: three known exchanges at least', async () => {
    expect((await openVenues(['binance', 'okx', 'kraken'])).map(({ name }) => name)).toEqual([
      'binance',
      'okx',
      'kraken',
    ]);
    for (const wrong of [
      ['binance'],
      ['binance', 'okx'],
      ['binance', 'okx', 'binance'],
      ['binance', 'okx', 'nosuchexchange'],
      ['binance', 'okx', 'constructor'],
    ]) {
      await expect(openVenues(wrong), wrong.join()).rejects.toThrow('FEED');
    }
    await expect(openFeed('guess', MARKETS)).rejects.toThrow('FEED');
    expect((await openFeed('live:binance,okx,kraken', MARKETS)).description).toBe(
      'median of binance, okx, kraken',
    );
    expect((await openFeed('simulated', MARKETS)).description).toBe('simulated');
  });
});
