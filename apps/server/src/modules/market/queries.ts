import {
  DERIVED_PERIODS,
  isDerived,
  type CandleSource,
  type DerivedPeriod,
  type StoredPeriod,
} from '@meridian/contract/market/candle-period';
import type { MarketId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import { sql } from 'kysely';
import type { BarRange, ShownBar } from './bars.ts';
import { candleStart, nextCandleStart } from './candles.ts';

const COLUMNS = [
  'start_ms',
  'open_ticks',
  'high_ticks',
  'low_ticks',
  'close_ticks',
  'volume_lots',
  'history',
] as const;

interface Charted {
  readonly market: MarketId;
  readonly source: CandleSource;
}

/**
 * The stored bars of a range by time, after the newest one before it (whose close a flat first bar
 * needs).
 */
export async function storedBars(
  queries: Queries,
  of: Charted,
  range: BarRange & { readonly period: StoredPeriod | DerivedPeriod },
): Promise<ShownBar[]> {
  const { period, fromMs, toMs } = range;
  if (isDerived(period)) return await derivedBars(queries, of, { period, fromMs, toMs });
  const ofMarket = queries
    .selectFrom('candles')
    .select(COLUMNS)
    .where('market', '=', of.market)
    .where('source', '=', of.source)
    .where('period', '=', period);
  const before = ofMarket
    .where('start_ms', '<', BigInt(fromMs))
    .orderBy('start_ms', 'desc')
    .limit(1);
  const inside = ofMarket
    .where('start_ms', '>=', BigInt(fromMs))
    .where('start_ms', '<=', BigInt(toMs))
    .orderBy('start_ms');
  const [last, bars] = await Promise.all([before.execute(), inside.execute()]);
  return [...last, ...bars].map((row) => ({
    startMs: Number(row.start_ms),
    open: Number(row.open_ticks),
    high: Number(row.high_ticks),
    low: Number(row.low_ticks),
    close: Number(row.close_ticks),
    volumeLots: BigInt(row.volume_lots),
    isHistory: row.history,
  }));
}

/**
 * The same for a derived period: bars of the stored period below it, summed up where they are. A
 * bar is made of its stored bars and of nothing else.
 *
 * @param range.fromMs start of a bar of the derived period
 */
async function derivedBars(
  queries: Queries,
  { market, source }: Charted,
  { period, fromMs, toMs }: BarRange & { readonly period: DerivedPeriod },
): Promise<ShownBar[]> {
  const from = DERIVED_PERIODS[period];
  const lengthMs = nextCandleStart(period, fromMs) - fromMs;
  const endMs = nextCandleStart(period, candleStart(period, toMs));
  const { rows: before } = await sql<{ start_ms: string; close: string; history: boolean }>`
    select start_ms::text, close_ticks::text as close, history from candles
    where market = ${market} and source = ${source} and period = ${from} and start_ms < ${fromMs}
    order by candles.start_ms desc limit 1`.execute(queries);
  const { rows } = await sql<DerivedRow>`
    select (start_ms - ${fromMs}::bigint) / ${lengthMs}::bigint as bar,
      (array_agg(open_ticks order by start_ms))[1]::text as open, max(high_ticks)::text as high, min(low_ticks)::text as low,
      (array_agg(close_ticks order by start_ms desc))[1]::text as close, sum(volume_lots)::text as volume, bool_and(history) as history
    from candles
    where market = ${market} and source = ${source} and period = ${from} and start_ms >= ${fromMs} and start_ms < ${endMs}
    group by bar order by bar`.execute(queries);
  const flat = before.map((row): ShownBar => {
    const close = Number(row.close);
    const startMs = candleStart(period, Number(row.start_ms));
    return {
      startMs,
      open: close,
      high: close,
      low: close,
      close,
      volumeLots: 0n,
      isHistory: row.history,
    };
  });
  const bars = rows.map((row): ShownBar => ({
    startMs: fromMs + Number(row.bar) * lengthMs,
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volumeLots: BigInt(row.volume),
    isHistory: row.history,
  }));
  return [...flat, ...bars];
}

interface DerivedRow {
  /** Number of the bar, counted from the start of the range. */
  readonly bar: bigint | string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly history: boolean;
}
