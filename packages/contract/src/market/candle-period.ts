/**
 * Periods whose bars are stored, shortest first. Days, weeks (from Monday) and months are those of
 * Asia/Shanghai.
 */
export const STORED_PERIODS = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const;
export type StoredPeriod = (typeof STORED_PERIODS)[number];

/**
 * Periods whose bars are derived when they are read, each from the stored period beside it. Bars of
 * hours begin at midnight of Asia/Shanghai, those of three days count from 1 January 1970 there.
 */
export const DERIVED_PERIODS = {
  '3min': '1min',
  '2hour': '60min',
  '4hour': '60min',
  '6hour': '60min',
  '8hour': '60min',
  '12hour': '60min',
  '3day': '1day',
} as const satisfies Readonly<Record<string, StoredPeriod>>;
export type DerivedPeriod = keyof typeof DERIVED_PERIODS;

/** Bars of a second are kept in memory only, for the last `SECONDS_KEPT` seconds. */
export const SECOND_PERIOD = '1sec';
export type SecondPeriod = typeof SECOND_PERIOD;

/**
 * Age of the oldest bar of a second, in seconds. After a restart of the server they begin anew.
 */
export const SECONDS_KEPT = 7_200;

/** All periods of chart bars, shortest first. */
export const CANDLE_PERIODS = [
  SECOND_PERIOD,
  '1min',
  '3min',
  '5min',
  '15min',
  '30min',
  '60min',
  '2hour',
  '4hour',
  '6hour',
  '8hour',
  '12hour',
  '1day',
  '3day',
  '1week',
  '1mon',
] as const satisfies readonly (StoredPeriod | DerivedPeriod | SecondPeriod)[];
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

export function isDerived(period: CandlePeriod): period is DerivedPeriod {
  return Object.hasOwn(DERIVED_PERIODS, period);
}

/** The source of a bar: the market's own trades, or its index price. */
export const CANDLE_SOURCES = ['trade', 'index'] as const;
export type CandleSource = (typeof CANDLE_SOURCES)[number];
