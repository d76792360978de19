/**
 * Periods of chart bars, shortest first. Days, weeks (from Monday) and months are those of
 * Asia/Shanghai.
 */
export const CANDLE_PERIODS = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

/** The source of a bar: the market's own trades, or its index price. */
export const CANDLE_SOURCES = ['trade', 'index'] as const;
export type CandleSource = (typeof CANDLE_SOURCES)[number];
