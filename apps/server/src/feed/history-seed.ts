import {
  CANDLE_SOURCES,
  STORED_PERIODS,
  type CandleSource,
  type StoredPeriod,
} from '@meridian/contract/market/candle-period';
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { candleStart, mergeCandle, type Candle } from '../modules/market/candles.ts';
import { insertHistoryCandles } from '../modules/market/projection.ts';
import type { Feed, FeedMarket, HistoryBar } from './feed.ts';

const DAY_MS = 86_400_000;
/**
 * Longest history of the short bars: nobody looks at older ones, and a first start waits for each
 * row.
 */
const KEPT_MS: Record<CandleSource, Partial<Record<StoredPeriod, number>>> = {
  trade: { '1min': 7 * DAY_MS, '5min': 30 * DAY_MS },
  index: { '1min': DAY_MS, '5min': 7 * DAY_MS },
};
/** Markets written at the same time: enough to keep a small machine's database busy. */
const WRITERS = 3;
/** Number of bars after which the event loop gets its turn. */
const BARS_PER_TURN = 2_000;

/**
 * Gives the charts of markets without bars a history from the feed: bars before the exchange
 * opened, of the index and, before any trade here, of the trade charts. Each market once and as a
 * whole: in one transaction, and any existing history marks it as done. A restart may therefore
 * call it again.
 * @returns the number of markets that got a history
 */
export async function seedHistory(
  queries: Queries,
  feed: Feed,
  markets: readonly FeedMarket[],
): Promise<number> {
  const waiting = [...markets];
  let seeded = 0;
  const write = async (): Promise<void> => {
    for (let market = waiting.shift(); market !== undefined; market = waiting.shift()) {
      if (await seedMarket(queries, feed, market)) seeded++;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return seeded;
}

async function seedMarket(queries: Queries, feed: Feed, market: FeedMarket): Promise<boolean> {
  const known =
    await sql`select 1 from candles where market = ${market.id} and (history or earlier is not null) limit 1`.execute(
      queries,
    );
  if (known.rows.length > 0) return false;
  const series = await sumUp(feed.history(market));
  if (series.get('1day')?.length === 0) return false;
  await queries.transaction().execute(async (transaction) => {
    for (const source of CANDLE_SOURCES)
      await insertSeries(transaction, { market, source, series });
  });
  return true;
}

/** Bars of every period, each from all feed bars of the same or a shorter period. */
async function sumUp(
  bars: AsyncIterable<HistoryBar> | Iterable<HistoryBar>,
): Promise<Map<StoredPeriod, Candle[]>> {
  const series = new Map(STORED_PERIODS.map((period): [StoredPeriod, Candle[]] => [period, []]));
  let count = 0;
  for await (const { period: from, ...bar } of bars) {
    for (const period of STORED_PERIODS.slice(STORED_PERIODS.indexOf(from))) {
      const summed = series.get(period) ?? [];
      const startMs = candleStart(period, bar.startMs);
      const newest = summed.at(-1);
      if (newest?.startMs === startMs) mergeCandle(newest, bar);
      else summed.push({ ...bar, startMs });
    }
    if (++count % BARS_PER_TURN === 0) await new Promise(setImmediate);
  }
  return series;
}

async function insertSeries(
  queries: Queries,
  history: {
    market: FeedMarket;
    source: CandleSource;
    series: ReadonlyMap<StoredPeriod, readonly Candle[]>;
  },
): Promise<void> {
  const { market, source, series } = history;
  for (const period of STORED_PERIODS) {
    const all = series.get(period) ?? [];
    const fromMs =
      (all.at(-1)?.startMs ?? 0) - (KEPT_MS[source][period] ?? Number.POSITIVE_INFINITY);
    const kept = all.filter(({ startMs }) => startMs > fromMs);
    const candles =
      source === 'trade'
        ? kept
        : kept.map((candle) => ({ ...candle, volumeLots: 0n, quoteVolume: 0n }));
    await insertHistoryCandles(queries, { market: market.id, source, period, candles });
  }
}
