import type { CandleSource, StoredPeriod } from '@meridian/contract/market/candle-period';
import type { JSONColumnType } from 'kysely';

/** Table of migrations/020-projections.sql, which describes each column. */
export interface MarketTables {
  candles: {
    market: number;
    source: CandleSource;
    period: StoredPeriod;
    start_ms: bigint;
    open_ticks: bigint;
    high_ticks: bigint;
    low_ticks: bigint;
    close_ticks: bigint;
    volume_lots: string;
    quote_volume: string;
    earlier: JSONColumnType<object> | null;
    history: boolean;
  };
}
