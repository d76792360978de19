import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';

/** Columns of the table that are read here; migrations/020-projections.sql says what each is. */
export interface MarketTables {
  candles: {
    market: number;
    source: CandleSource;
    period: CandlePeriod;
    start_ms: bigint;
    open_ticks: bigint;
    high_ticks: bigint;
    low_ticks: bigint;
    close_ticks: bigint;
    volume_lots: string;
    history: boolean;
  };
}
