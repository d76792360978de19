import {
  CANDLE_SOURCES,
  DERIVED_PERIODS,
  STORED_PERIODS,
  type DerivedPeriod,
} from '@meridian/contract/market/candle-period';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../database/temporary-database.ts';
import { LiveCandles } from '../../live/live-candles.ts';
import { boundRange, fillBars, withLiveBar, type ShownBar } from './bars.ts';
import { candleStart, nextCandleStart, type Candle } from './candles.ts';
import { aggregate, insertHistoryCandles } from './projection.ts';
import { storedBars } from './queries.ts';

const MINUTE_MS = 60_000;
const FROM_MS = Date.UTC(2026, 0, 1);
const MARKET = 7;
const PERIODS = Object.keys(DERIVED_PERIODS) as DerivedPeriod[];
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
}, 60_000);
afterAll(async () => await database.remove());
beforeEach(async () => void (await sql`truncate candles`.execute(database.queries)));

/** A small generator, so that a failed run can be repeated. */
function random(from: number): (below: number) => number {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Minutes with a price, with holes of up to ten hours. */
function minutesOf(draw: (below: number) => number, count: number): Candle[] {
  const minutes: Candle[] = [];
  let startMs = FROM_MS;
  for (let index = 0; index < count; index++) {
    startMs += MINUTE_MS * (draw(50) === 0 ? 1 + draw(600) : 1);
    const [a, b, c, d] = [1 + draw(1_000), 1 + draw(1_000), 1 + draw(1_000), 1 + draw(1_000)];
    minutes.push({
      startMs,
      open: a,
      high: Math.max(a, b, c, d),
      low: Math.min(a, b, c, d),
      close: b,
      volumeLots: BigInt(draw(100)),
      quoteVolume: BigInt(draw(100)),
    });
  }
  return minutes;
}

async function store(minutes: readonly Candle[]): Promise<void> {
  for (const source of CANDLE_SOURCES)
    for (const period of STORED_PERIODS)
      await insertHistoryCandles(database.queries, {
        market: MARKET,
        source,
        period,
        candles: aggregate(period, minutes),
      });
}

/** Bars of a derived period by looking at all minutes again. */
function naiveBars(
  period: DerivedPeriod,
  minutes: readonly Candle[],
): Omit<ShownBar, 'isHistory'>[] {
  return [...Map.groupBy(minutes, ({ startMs }) => candleStart(period, startMs))].map(
    ([startMs, inBar]) => ({
      startMs,
      open: inBar[0]?.open ?? 0,
      high: Math.max(...inBar.map(({ high }) => high)),
      low: Math.min(...inBar.map(({ low }) => low)),
      close: inBar.at(-1)?.close ?? 0,
      volumeLots: inBar.reduce((sum, { volumeLots }) => sum + volumeLots, 0n),
    }),
  );
}

function plain(bars: readonly ShownBar[]): Omit<ShownBar, 'isHistory'>[] {
  return bars.map(({ startMs, open, high, low, close, volumeLots }) => ({
    startMs,
    open,
    high,
    low,
    close,
    volumeLots,
  }));
}

test(`derived bars are what the minutes make, holes included (seed ${seed})`, async () => {
  const draw = random(seed);
  const minutes = minutesOf(draw, 8_000);
  await store(minutes);
  const lastMs = minutes.at(-1)?.startMs ?? 0;
  for (const period of PERIODS) {
    const all = naiveBars(period, minutes);
    for (let times = 0; times < 4; times++) {
      const middle = FROM_MS + draw(lastMs - FROM_MS);
      const fromMs = candleStart(period, middle);
      const toMs = Math.min(lastMs, fromMs + draw(3 * 86_400_000));
      const stored = await storedBars(
        database.queries,
        { market: MARKET, source: times % 2 === 0 ? 'trade' : 'index' },
        { period, fromMs, toMs },
      );
      const wanted = all.filter(({ startMs }) => startMs >= fromMs && startMs <= toMs);
      const inside = stored.filter(({ startMs }) => startMs >= fromMs);
      expect(plain(inside), `${period} from ${fromMs} to ${toMs}`).toEqual(wanted);
      // The bar before the range gives its close to a flat first bar, and there is only one.
      const before = all.filter(({ startMs }) => startMs < fromMs).at(-1);
      const given = stored.filter(({ startMs }) => startMs < fromMs);
      expect(given.map(({ startMs, close }) => ({ startMs, close }))).toEqual(
        before === undefined ? [] : [{ startMs: before.startMs, close: before.close }],
      );
      for (const bar of fillBars(stored, { period, fromMs, toMs }))
        expect(candleStart(period, bar.startMs)).toBe(bar.startMs);
    }
  }
});

test('nothing is made up before the first stored bar', async () => {
  const minutes = minutesOf(random(1), 30);
  await store(minutes);
  for (const period of PERIODS) {
    const toMs = minutes[0]?.startMs ?? 0;
    const range = boundRange({ period, fromMs: FROM_MS - 30 * 86_400_000, toMs });
    const stored = await storedBars(
      database.queries,
      { market: MARKET, source: 'trade' },
      { ...range, period },
    );
    expect(fillBars(stored, range).map(({ startMs }) => startMs)).toEqual([
      candleStart(period, toMs),
    ]);
  }
});

test(`the live bar of a derived period is its end, and a restart does not change it (seed ${seed})`, async () => {
  const draw = random(seed + 1);
  const minutes = minutesOf(draw, 2_000);
  const live = new LiveCandles();
  for (const { startMs, open, high, low, close, volumeLots } of minutes)
    for (const [index, priceTicks] of [open, high, low, close].entries())
      live.add(
        { priceTicks, volumeLots: index === 0 ? volumeLots : 0n, quoteVolume: 0n },
        startMs + index * 10_000,
      );
  await store(minutes.slice(0, -10));
  const lastMs = minutes.at(-1)?.startMs ?? 0;
  for (const period of PERIODS) {
    const wanted = naiveBars(period, minutes);
    const newest = live.current(period);
    expect(newest && plain([{ ...newest, isHistory: false }])).toEqual([wanted.at(-1)]);
    const fromMs = candleStart(period, lastMs - 2 * 86_400_000);
    const range = { period, fromMs, toMs: lastMs };
    const stored = await storedBars(database.queries, { market: MARKET, source: 'trade' }, range);
    const shown = fillBars(withLiveBar(stored, newest), range);
    const last = wanted.at(-1);
    expect(shown.at(-1)).toMatchObject({ startMs: last?.startMs, close: last?.close });
    expect(nextCandleStart(period, shown.at(-1)?.startMs ?? 0)).toBeGreaterThan(lastMs);
  }
});
