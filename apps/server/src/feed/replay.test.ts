import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../modules/market/starting-catalog.ts';
import { feedMarkets } from './feed-markets.ts';
import type { FeedMarket, IndexTicks } from './feed.ts';
import { parseReplaySetting, pricesWithin, ReplayFeed } from './replay.ts';
import { layoutOf, type KlineRow, type ReplayRow } from './replay-rows.ts';
import { lookAt, readRows } from './replay-series.ts';

const MARKETS = feedMarkets({ currencies: STARTING_CURRENCIES, markets: STARTING_MARKETS });
const btc = MARKETS[0] as FeedMarket;
const KLINES = resolve(
  process.env['MERIDIAN_SHARED'] ?? resolve(import.meta.dirname, '../../../../../shared'),
  'data/klines',
);
const hasKlines = existsSync(KLINES);
if (!hasKlines)
  process.stderr.write(`the tests with real klines are skipped: ${KLINES} is absent\n`);

const folder = mkdtempSync(join(tmpdir(), 'meridian-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const START = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Binance's twelve columns. */
const kline = (minute: number, [open, high, low, close]: readonly string[], unit = 1): string =>
  [
    (START + minute * MINUTE) * unit,
    open,
    high,
    low,
    close,
    '1.5',
    (START + (minute + 1) * MINUTE) * unit - 1,
    '150',
    7,
    '0.5',
    '50',
    0,
  ].join(',');
const flat = (minute: number, price: number): string =>
  kline(minute, [`${price}.00`, `${price + 2}.00`, `${price - 2}.00`, `${price + 1}.00`]);

async function all<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

async function rowsOf(path: string, market = btc): Promise<ReplayRow[]> {
  return all(readRows([await lookAt(path, Infinity)], market.scale, 0));
}

/** Plays a feed on its own clock, second by second, and collects its ticks. */
async function play(
  path: string,
  options: { until: number; periods: number; query?: string; markets?: FeedMarket[] },
) {
  let nowMs = Date.UTC(2026, 5, 1, 10, 0, 30);
  const warnings: string[] = [];
  const emitted: IndexTicks[] = [];
  const failures: Error[] = [];
  const ended = Promise.withResolvers<void>();
  let periods = 0;
  const wait = async (ms: number): Promise<void> => {
    nowMs += ms;
    if (++periods >= options.periods || emitted.length >= options.until) ended.resolve();
    await new Promise(setImmediate);
  };
  const setting = parseReplaySetting(path + (options.query ?? ''));
  const feed = await ReplayFeed.open(setting, options.markets ?? MARKETS, {
    now: () => nowMs,
    wait,
    warn: (text) => warnings.push(text),
    fallback: false,
  });
  const openedMs = nowMs;
  feed.start(
    (ticks) => emitted.push(ticks),
    (error) => {
      failures.push(error);
      ended.resolve();
    },
  );
  await ended.promise;
  await feed.stop();
  const pricesOf = (market: number): number[] =>
    emitted.flatMap(({ prices }) =>
      prices.filter(([id]) => id === market).map(([, ticks]) => ticks),
    );
  return { feed, openedMs, warnings, failures, pricesOf };
}

describe('layouts', () => {
  const expected: KlineRow[] = [
    {
      kind: 'kline',
      timeMs: START,
      open: 10_000,
      high: 10_200,
      low: 9_800,
      close: 10_100,
      volumeLots: 150_000n,
    },
    {
      kind: 'kline',
      timeMs: START + MINUTE,
      open: 11_000,
      high: 11_200,
      low: 10_800,
      close: 11_100,
      volumeLots: 150_000n,
    },
  ];
  const csv = `${flat(0, 100)}\n${flat(1, 110)}\n`;
  const header =
    'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';
  const microseconds = [
    [0, 100],
    [1, 110],
  ]
    .map(([minute = 0, price = 0]) =>
      kline(minute, [price, price + 2, price - 2, price + 1].map(String), 1_000),
    )
    .join('\r\n');

  test.each([
    ['BTCUSDT-1m-plain.csv', csv],
    ['BTCUSDT-1m-header.csv', `${header}\n${csv}`],
    ['BTCUSDT-1m-micro.csv', microseconds],
    ['BTCUSDT-1m-gz.csv.gz', gzipSync(csv)],
    ['BTCUSDT-1m-zip.zip', zipSync({ 'BTCUSDT-1m-zip.csv': Buffer.from(csv) })],
    [
      'BTCUSDT-1m-stored.zip',
      zipSync({ 'BTCUSDT-1m-stored.csv': [Buffer.from(csv), { level: 0 }] }),
    ],
    [
      'BTCUSDT-1m-ours.csv',
      `open_time_ms,open,high,low,close,volume\n${START},100,102,98,101,1.5\n${START + MINUTE},110,112,108,111,1.5`,
    ],
    [
      'BTCUSDT-1m-closes.csv',
      'open,high,low,close,volume,quote_volume,trades,close_datetime\n' +
        '100,102,98,101,1.5,1,1,2024-01-01 01:00:59.999000+01:00\n110,112,108,111,1.5,1,1,2024-01-01 01:01:59.999000+01:00\n',
    ],
  ])('%s', async (name, content) => {
    expect(await rowsOf(write(name, content))).toEqual(expected);
  });

  test('trades and aggregated trades, in milliseconds and microseconds', async () => {
    const row = { kind: 'trade', timeMs: START, priceTicks: 10_001, volumeLots: 25_000n } as const;
    const trades = `1,100.01000000,0.25000000,25.0025,${START},True,True\n2,100.02,0.1,10,${START},False,True\n`;
    const second = { ...row, priceTicks: 10_002, volumeLots: 10_000n };
    expect(await rowsOf(write('BTCUSDT-trades-2024-01.csv', trades))).toEqual([row, second]);
    expect(
      await rowsOf(
        write('BTCUSDT-aggTrades-2024-01.csv', `9,100.01,0.25,1,4,${START}000,True,True\n`),
      ),
    ).toEqual([row]);
    const named = `agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n9,100.01,0.25,1,4,${START},true\n`;
    expect(await rowsOf(write('BTCUSDT-named.csv', named))).toEqual([row]);
  });

  test('prices are rounded once, half up, to a tick; never to none', async () => {
    const doge = MARKETS.find(({ base }) => base === 'DOGE') as FeedMarket;
    const rows = await rowsOf(
      write('DOGEUSDT-1m-round.csv', kline(0, ['0.3154606', '0.3163365', '0.000001', '0.3150246'])),
      doge,
    );
    expect(rows).toMatchObject([{ open: 31_546, high: 31_634, low: 1, close: 31_502 }]);
  });

  test.each([
    [
      'BTCUSDT-1m-a.csv',
      `${flat(0, 100)}\n${kline(1, ['100', '99', '98', '100'])}`,
      'line 2: not a sound row',
    ],
    [
      'BTCUSDT-1m-b.csv',
      `${flat(0, 100)}\n${kline(1, ['1e5', '2e5', '1', '2'])}`,
      'line 2: not a sound row',
    ],
    [
      'BTCUSDT-1m-c.csv',
      `${flat(0, 100)}\n${kline(1, ['-1', '2', '-1', '2'])}`,
      'line 2: not a sound row',
    ],
    ['BTCUSDT-1m-d.csv', `${flat(0, 100)}\nnoise`, 'line 2: no time'],
    ['BTCUSDT-1m-e.csv', '1,2,3', 'neither klines nor trades'],
    ['BTCUSDT-1m-f.csv', '', 'no rows'],
    ['BTCUSDT-5m-g.csv', flat(0, 100), 'only klines of one minute'],
    ['BTCUSDT-1m-h.csv.gz', gzipSync(flat(0, 100)).subarray(0, 40), 'cannot be read'],
    ['BTCUSDT-1m-i.zip', Buffer.from('this is no archive'), 'no rows'],
  ])('%s is refused with file and line', async (name, content, message) => {
    await expect(rowsOf(write(name, content))).rejects.toThrow(message);
  });

  test('a layout is told by header, then by name', () => {
    expect(layoutOf('id,price,qty,quote_qty,time,is_buyer_maker', 'x.csv')).toMatchObject({
      kind: 'trade',
      time: 4,
      price: 1,
      volume: 2,
      hasHeader: true,
    });
    expect(() => layoutOf('a,b,c', 'x.csv')).toThrow('neither klines nor trades');
  });
});

describe('settings', () => {
  test('speed and start', () => {
    expect(parseReplaySetting('/data/x.csv')).toEqual({
      path: '/data/x.csv',
      speed: 1,
      startMs: undefined,
    });
    expect(parseReplaySetting('/a?b/x.csv?speed=60&start=2024-01-01T00:05Z')).toEqual({
      path: '/a?b/x.csv',
      speed: 60,
      startMs: START + 5 * MINUTE,
    });
    for (const bad of ['x?speed=0', 'x?speed=-1', 'x?speed=NaN', 'x?start=soon', 'x?sped=2'])
      expect(() => parseReplaySetting(bad), bad).toThrow('FEED');
  });
});

describe('replay', () => {
  const minutes = (count: number, from = 0): string =>
    Array.from({ length: count }, (_, index) => flat(from + index, 100 + from + index)).join('\n');

  test('the first half is history, moved so that the start is now; the rest comes at its pace', async () => {
    const { feed, openedMs, pricesOf, warnings } = await play(
      write('BTCUSDT-1m-half.csv', minutes(20)),
      { until: 999, periods: 120 },
    );
    const history = await all(feed.history(btc));
    const nowMinute = Math.floor(openedMs / MINUTE) * MINUTE;
    expect(history.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 10 }, (_, index) => nowMinute - (10 - index) * MINUTE),
    );
    expect(history.at(-1)).toMatchObject({
      open: 10_900,
      high: 11_100,
      low: 10_700,
      close: 11_000,
      volumeLots: 150_000n,
      quoteVolume: 150_000n * 11_000n * 10n,
    });
    const prices = pricesOf(1);
    expect(prices).toHaveLength(120);
    // The feed was opened half a minute into minute 10: high and close of that bar, then each bar's
    // four prices in turn.
    expect(prices.slice(0, 30)).toContain(11_200);
    const minute11 = prices.slice(30, 90);
    expect(minute11[0]).toBe(11_100);
    expect(Math.min(...minute11)).toBe(10_900);
    expect(Math.max(...minute11)).toBe(11_300);
    expect(minute11.at(-1)).toBe(11_200);
    expect(warnings).toEqual([]);
  });

  test('at speed 60 each second is a minute and shows all four prices', async () => {
    const { pricesOf } = await play(write('BTCUSDT-1m-fast.csv', minutes(40)), {
      until: 999,
      periods: 16,
      query: '?speed=60&start=2024-01-01T00:10Z',
    });
    expect(pricesOf(1).slice(2, 10)).toEqual([
      11_100, 10_900, 11_300, 11_200, 11_200, 11_000, 11_400, 11_300,
    ]);
  });

  test('begins again at the end, and says so', async () => {
    const { warnings, pricesOf } = await play(write('BTCUSDT-1m-end.csv', minutes(4)), {
      until: 999,
      periods: 24,
      query: '?speed=60',
    });
    expect(warnings[0]).toMatch(
      /the recording ended at 2024-01-01T00:04.*begins again at 2024-01-01T00:02/,
    );
    expect(pricesOf(1).filter((price) => price === 10_200).length).toBeGreaterThan(1);
  });

  test('holds the price through missing minutes, and leaves out rows that come twice', async () => {
    const lines = [flat(0, 100), flat(1, 101), flat(1, 999), flat(0, 999), flat(5, 105)].join('\n');
    const { pricesOf } = await play(write('BTCUSDT-1m-holes.csv', lines), {
      until: 999,
      periods: 180,
      query: '?start=2024-01-01T00:01Z',
    });
    expect(Math.max(...pricesOf(1))).toBe(10_300);
    expect(pricesOf(1).at(-1)).toBe(10_200);
  });

  test('files of a folder are chained without duplicates; what is far off or unknown is left out', async () => {
    const inside = mkdtempSync(join(folder, 'many-'));
    writeFileSync(join(inside, 'BTCUSDT-1m-2024-01-01.csv'), minutes(10));
    writeFileSync(
      join(inside, 'BTCUSDT-1m-2024-01-02.zip'),
      zipSync({ 'x.csv': Buffer.from(minutes(12, 8)) }),
    );
    writeFileSync(join(inside, 'BTCUSDT-1m-2025.csv'), flat(600_000, 5));
    writeFileSync(join(inside, 'PEPEUSDT-1m.csv'), flat(0, 1));
    writeFileSync(join(inside, 'notes.txt'), 'nothing');
    const warnings: string[] = [];
    const feed = await ReplayFeed.open(
      parseReplaySetting(`${inside}?start=2024-01-01T00:18Z`),
      MARKETS,
      { warn: (text) => warnings.push(text) },
    );
    const history = await all(feed.history(btc));
    expect(history.map(({ open }) => open)).toEqual(
      Array.from({ length: 18 }, (_, index) => (100 + index) * 100),
    );
    expect(warnings.join('; ')).toMatch(/BTCUSDT-1m-2025.csv: more than a day.*PEPEUSDT/);
    const others = await all(feed.history(MARKETS[1] as FeedMarket));
    expect(others.length, 'markets without a file use the simulation').toBeGreaterThan(7 * 1_440);
  });

  test('trades give history by the minute and prices as they came', async () => {
    const trade = (second: number, price: string): string =>
      `${second},${price},0.5,1,${START + second * 1_000},True,True`;
    const lines = [
      trade(5, '100'),
      trade(50, '103'),
      trade(61, '102'),
      trade(125, '104'),
      trade(150, '106'),
      trade(179, '105'),
    ].join('\n');
    const path = write('BTCUSDT-trades-x.csv', lines);
    const { feed, pricesOf } = await play(path, {
      until: 999,
      periods: 25,
      query: '?start=2024-01-01T00:02Z',
    });
    const history = await all(feed.history(btc));
    expect(
      history.map(({ open, high, low, close, volumeLots }) => [open, high, low, close, volumeLots]),
    ).toEqual([
      [10_000, 10_300, 10_000, 10_300, 100_000n],
      [10_200, 10_200, 10_200, 10_200, 50_000n],
    ]);
    expect(new Set(pricesOf(1))).toEqual(new Set([10_600]));
  });

  test.each([
    ['absent.csv', 'cannot be opened'],
    ['BTCUSDT-1m-late.csv?start=2023-01-01', 'lies before'],
  ])('%s does not start', async (source, message) => {
    write('BTCUSDT-1m-late.csv', minutes(3));
    await expect(
      ReplayFeed.open(parseReplaySetting(join(folder, source)), MARKETS),
    ).rejects.toThrow(message);
  });

  test('a start after the end ends the feed with a reason', async () => {
    const { failures } = await play(write('BTCUSDT-1m-after.csv', minutes(3)), {
      until: 999,
      periods: 50,
      query: '?start=2025-01-01',
    });
    expect(failures.map(({ message }) => message).join()).toContain('after the end');
  });

  test('a bar is a path through its prices', () => {
    const rising: KlineRow = {
      kind: 'kline',
      timeMs: 0,
      open: 100,
      high: 120,
      low: 90,
      close: 110,
      volumeLots: 0n,
    };
    const falling: KlineRow = { ...rising, open: 110, close: 100 };
    const path = (row: KlineRow, step: number) =>
      Array.from({ length: 60 }, (_, second) => pricesWithin(row, second * 1_000 + 700, step));
    expect([
      path(rising, 1_000)[0],
      path(rising, 1_000)[15],
      path(rising, 1_000)[30],
      path(rising, 1_000)[59],
    ]).toEqual([100, 90, 120, 110]);
    expect([
      path(falling, 1_000)[0],
      path(falling, 1_000)[15],
      path(falling, 1_000)[30],
      path(falling, 1_000)[59],
    ]).toEqual([110, 120, 90, 100]);
    expect([...new Set(path(rising, 15_000))]).toEqual([100, 90, 120, 110]);
  });
});

describe.skipIf(!hasKlines)('real recordings', () => {
  const files = [
    'BTCUSDT-1m-2024-12.csv.gz',
    ...MARKETS.map(({ base, quote }) => `${base}${quote}-1m-2021-04-20_2021-05-20.csv.gz`),
  ].filter((name) => existsSync(join(KLINES, name)));

  test.each(files)(
    '%s: every row is read, in order, none twice, prices equal to the text',
    { timeout: 60_000 },
    async (name) => {
      const market = MARKETS.find(({ base, quote }) =>
        name.startsWith(`${base}${quote}-`),
      ) as FeedMarket;
      const rows = (await rowsOf(join(KLINES, name), market)) as KlineRow[];
      const lines = gunzipSync(readFileSync(join(KLINES, name)))
        .toString()
        .trim()
        .split('\n')
        .slice(1);
      const known = new Set<string>();
      const unique = lines.filter(
        (line) =>
          !known.has(line.split(',')[0] + line.slice(-32)) &&
          known.add(line.split(',')[0] + line.slice(-32)),
      );
      expect(rows.length).toBe(unique.length);
      for (const [index, row] of rows.entries()) {
        if (index > 0) expect(row.timeMs).toBeGreaterThan(rows[index - 1]!.timeMs);
        expect(row.timeMs % MINUTE).toBe(0);
      }
      const missing = (rows.at(-1)!.timeMs - rows[0]!.timeMs) / MINUTE + 1 - rows.length;
      if (name.includes('2024-12')) {
        expect([rows.length, missing]).toEqual([41_761, 0]);
        expect(new Date(rows[0]!.timeMs).toISOString()).toBe('2024-11-30T23:00:00.000Z');
        expect(rows[0]).toMatchObject({
          open: 9_646_611,
          high: 9_649_552,
          low: 9_644_000,
          close: 9_644_000,
          volumeLots: 661_580n,
        });
      } else {
        expect(missing).toBeGreaterThanOrEqual(283);
        expect(missing).toBeLessThanOrEqual(434);
      }
    },
  );

  test(
    'the crash of 19 May 2021 replays in all eleven markets at once',
    { timeout: 120_000 },
    async () => {
      const { failures, warnings, pricesOf, feed } = await play(KLINES, {
        until: 999,
        periods: 400,
        query: '?speed=60&start=2021-05-19T12:30Z',
      });
      expect(failures).toEqual([]);
      expect(warnings.join()).toContain('BTCUSDT-1m-2024-12.csv.gz');
      const prices = pricesOf(1);
      expect(prices[0]! / 100).toBeGreaterThan(33_000);
      expect(Math.min(...prices) / 100).toBeLessThan(31_000);
      expect(pricesOf(11).length).toBe(400);
      const history = await all(feed.history(btc));
      expect(history.length).toBeGreaterThan(40_000);
      for (const [index, bar] of history.entries())
        if (index > 0) expect(bar.startMs).toBeGreaterThan(history[index - 1]!.startMs);
    },
  );
});
