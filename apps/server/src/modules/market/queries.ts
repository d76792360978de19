import type { CandleSource } from '@meridian/contract/market/candle-period';
import type { MarketId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { BarRange, ShownBar } from './bars.ts';

const COLUMNS = [
  'start_ms',
  'open_ticks',
  'high_ticks',
  'low_ticks',
  'close_ticks',
  'volume_lots',
  'history',
] as const;

/**
 * The stored bars of a range by time, after the newest one before it (whose close a flat first bar
 * needs).
 */
export async function storedBars(
  queries: Queries,
  of: { market: MarketId; source: CandleSource },
  range: BarRange,
): Promise<ShownBar[]> {
  const { period, fromMs, toMs } = range;
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
