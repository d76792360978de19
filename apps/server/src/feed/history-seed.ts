import { CANDLE_PERIODS, CANDLE_SOURCES, type CandlePeriod, type CandleSource } from '@meridian/contract/candle-period';
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { candleStart, mergeCandle, type Candle } from '../modules/market/candles.ts';
import { insertHistoryCandles } from '../modules/market/projection.ts';
import type { Feed, FeedMarket, HistoryBar } from './feed.ts';

/** How long each period's bars of history may be before now at most: short bars of long ago are looked at by nobody. */
const KEPT_MS: Partial<Record<CandlePeriod, number>> = { '1min': 7 * 86_400_000, '5min': 30 * 86_400_000 };
/** The event loop gets its turn after this many bars. */
const BARS_PER_TURN = 2_000;

/**
 * Gives the charts of markets that have none a past, from the feed: bars before the exchange opened, of the index and, as
 * long as nothing was traded here, of the trade charts. Each market once and wholly: in one transaction, and whatever
 * history it has already marks it as done. A restart may therefore call it again.
 *
 * @returns the number of markets that got a history
 */
export async function seedHistory(queries: Queries, feed: Feed, markets: readonly FeedMarket[]): Promise<number> {
  let seeded = 0;
  for (const market of markets) {
    const known = await sql`select 1 from candle_history where market = ${market.id} limit 1`.execute(queries);
    if (known.rows.length > 0) continue;
    const series = await sumUp(feed.history(market));
    if (series.get('1day')?.length === 0) continue;
    await queries.transaction().execute(async (transaction) => {
      for (const source of CANDLE_SOURCES) await insertLongestFirst(transaction, { market, source, series });
    });
    seeded++;
  }
  return seeded;
}

/** Bars of every period, each from all feed bars that are not longer. */
async function sumUp(bars: AsyncIterable<HistoryBar> | Iterable<HistoryBar>): Promise<Map<CandlePeriod, Candle[]>> {
  const series = new Map(CANDLE_PERIODS.map((period): [CandlePeriod, Candle[]] => [period, []]));
  let count = 0;
  for await (const { period: from, ...bar } of bars) {
    for (const period of CANDLE_PERIODS.slice(CANDLE_PERIODS.indexOf(from))) {
      const summed = series.get(period) ?? [];
      const startMs = candleStart(period, bar.startMs);
      const newest = summed.at(-1);
      if (newest?.startMs === startMs) mergeCandle(newest, bar);
      else summed.push({ ...bar, startMs });
    }
    if (++count % BARS_PER_TURN === 0) await new Promise(setImmediate);
  }
  for (const [period, keptMs] of Object.entries(KEPT_MS) as [CandlePeriod, number][]) {
    const summed = series.get(period) ?? [];
    const fromMs = (summed.at(-1)?.startMs ?? 0) - keptMs;
    series.set(period, summed.slice(summed.findIndex(({ startMs }) => startMs >= fromMs)));
  }
  return series;
}

/** Longer periods are complete here, so they go first: what the shorter ones would sum up to stays out then. */
async function insertLongestFirst(
  queries: Queries,
  history: { market: FeedMarket; source: CandleSource; series: ReadonlyMap<CandlePeriod, readonly Candle[]> },
): Promise<void> {
  const { market, source, series } = history;
  for (const period of CANDLE_PERIODS.toReversed()) {
    const candles = (series.get(period) ?? []).map((candle) => (source === 'trade' ? candle : { ...candle, volumeLots: 0n, quoteVolume: 0n }));
    await insertHistoryCandles(queries, { market: market.id, source, period, candles });
  }
}
