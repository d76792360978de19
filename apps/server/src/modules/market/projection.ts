import {
  STORED_PERIODS,
  type CandlePeriod,
  type CandleSource,
  type StoredPeriod,
} from '@meridian/contract/market/candle-period';
import type { MarketId } from '@meridian/core/ids';
import type { Applied } from '@meridian/core/events';
import { CompiledQuery, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { insertInto } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';
import {
  candleStart,
  extendCandle,
  mergeCandle,
  openCandle,
  type Candle,
  type PricePoint,
} from './candles.ts';

/** A row of `candles`; see the migration for units. */
export interface CandleRow {
  readonly market: MarketId;
  readonly source: CandleSource;
  readonly period: StoredPeriod;
  readonly candle: Candle;
}

/** The bars that the prices of a batch make, to be merged into those of the table. */
export function projectMarket(batch: readonly Applied[]): CandleRow[] {
  const minutes = new Map<
    string,
    { market: MarketId; source: CandleSource; candles: Map<number, Candle> }
  >();
  const add = (market: MarketId, source: CandleSource, timeMs: number, point: PricePoint): void => {
    const key = `${source}${market}`;
    let series = minutes.get(key);
    if (series === undefined) {
      series = { market, source, candles: new Map() };
      minutes.set(key, series);
    }
    const startMs = candleStart('1min', timeMs);
    const candle = series.candles.get(startMs);
    if (candle === undefined) series.candles.set(startMs, openCandle(startMs, point));
    else extendCandle(candle, point);
  };
  for (const { timeMs, events } of batch) {
    for (const event of events) {
      if (event.type === 'traded') {
        add(event.market, 'trade', timeMs, {
          priceTicks: event.priceTicks,
          volumeLots: BigInt(event.quantityLots),
          quoteVolume: event.notional,
        });
      } else if (event.type === 'indexPriceSet') {
        add(event.market, 'index', timeMs, {
          priceTicks: event.priceTicks,
          volumeLots: 0n,
          quoteVolume: 0n,
        });
      }
    }
  }
  return [...minutes.values()].flatMap(({ market, source, candles }) =>
    STORED_PERIODS.flatMap((period) =>
      aggregate(period, [...candles.values()]).map((candle) => ({
        market,
        source,
        period,
        candle,
      })),
    ),
  );
}

/** Bars of a longer period out of those of a shorter one, both oldest first. */
export function aggregate(period: CandlePeriod, candles: readonly Candle[]): Candle[] {
  const bars: Candle[] = [];
  for (const candle of candles) {
    const startMs = candleStart(period, candle.startMs);
    const newest = bars.at(-1);
    if (newest?.startMs === startMs) mergeCandle(newest, candle);
    else bars.push({ ...candle, startMs });
  }
  return bars;
}

const COLUMNS = {
  market: ['integer', (row: CandleRow) => row.market],
  source: ['word', (row: CandleRow) => row.source],
  period: ['word', (row: CandleRow) => row.period],
  start_ms: ['bigint', ({ candle }: CandleRow) => candle.startMs],
  open_ticks: ['bigint', ({ candle }: CandleRow) => candle.open],
  high_ticks: ['bigint', ({ candle }: CandleRow) => candle.high],
  low_ticks: ['bigint', ({ candle }: CandleRow) => candle.low],
  close_ticks: ['bigint', ({ candle }: CandleRow) => candle.close],
  volume_lots: ['numeric', ({ candle }: CandleRow) => candle.volumeLots],
  quote_volume: ['numeric', ({ candle }: CandleRow) => candle.quoteVolume],
} as const;

const MERGE = `on conflict (market, source, period, start_ms) do update set
  high_ticks = greatest(candles.high_ticks, excluded.high_ticks),
  low_ticks = least(candles.low_ticks, excluded.low_ticks),
  volume_lots = candles.volume_lots + excluded.volume_lots,
  quote_volume = candles.quote_volume + excluded.quote_volume`;

const ADD_LATER = insertInto<'candles', CandleRow>(
  'merge-candles',
  'candles',
  { ...COLUMNS, history: ['boolean', () => false] },
  `${MERGE},
  close_ticks = excluded.close_ticks,
  earlier = case when candles.history then to_jsonb(candles) else candles.earlier end,
  history = false`,
);

const ADD_HISTORY = insertInto<'candles', CandleRow>(
  'add-history',
  'candles',
  { ...COLUMNS, history: ['boolean', () => true] },
  `${MERGE},
  open_ticks = excluded.open_ticks,
  earlier = to_jsonb(excluded)
  where not candles.history and candles.earlier is null`,
);

/** Rows of one statement. */
const HISTORY_CHUNK = 10_000;

/**
 * Stores bars from before this exchange, as the feed tells them, so that charts are not empty on
 * the first day. A bar of history that is there already stays; where the market has own prices in
 * the same bar, they come after these. Call it again with the same bars as often as you like. Each
 * period is stored as given: `aggregate` makes long bars out of short ones.
 *
 * @param series.candles of `period`, without two of one start; volumes as in `Candle`
 */
export async function insertHistoryCandles(
  queries: Queries,
  series: {
    market: MarketId;
    source: CandleSource;
    period: StoredPeriod;
    candles: readonly Candle[];
  },
): Promise<void> {
  const { market, source, period, candles } = series;
  for (let from = 0; from < candles.length; from += HISTORY_CHUNK) {
    const rows = candles
      .slice(from, from + HISTORY_CHUNK)
      .map((candle): CandleRow => ({ market, source, period, candle }));
    await queries.executeQuery(CompiledQuery.raw(ADD_HISTORY.text, ADD_HISTORY.values(rows)));
  }
}

/** A rebuild keeps the bars that the feed told: the journal does not have them. */
export const marketProjection: Projection = {
  tables: [],
  reset: async (transaction) => {
    await sql`delete from candles where not history and earlier is null`.execute(transaction);
    await sql`
      update candles set history = true, earlier = null, (open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_volume) = (
        select open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_volume from jsonb_populate_record(candles, candles.earlier))
      where not history`.execute(transaction);
  },
  open: (client) => async (batch) => await ADD_LATER.write(client, projectMarket(batch)),
};
