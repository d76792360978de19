import { CANDLE_PERIODS, type CandlePeriod } from '@meridian/contract/market/candle-period';

/** The intervals of a chart: `realtime` is a line over the bars of a minute. */
export const INTERVALS = ['realtime', ...CANDLE_PERIODS] as const;
export type Interval = (typeof INTERVALS)[number];
export const DEFAULT_INTERVAL: Interval = '1min';

/** Shown before somebody chooses: the specification's nine, and four hours. */
export const FIRST_FAVOURITES: readonly Interval[] = [
  'realtime',
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '4hour',
  '1day',
  '1week',
  '1mon',
];

export function periodOf(interval: Interval): CandlePeriod {
  return interval === 'realtime' ? '1min' : interval;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Length of a bar in seconds; the longest for a month. */
export const PERIOD_SECONDS: Readonly<Record<CandlePeriod, number>> = {
  '1sec': 1,
  '1min': MINUTE_S,
  '3min': 3 * MINUTE_S,
  '5min': 5 * MINUTE_S,
  '15min': 15 * MINUTE_S,
  '30min': 30 * MINUTE_S,
  '60min': HOUR_S,
  '2hour': 2 * HOUR_S,
  '4hour': 4 * HOUR_S,
  '6hour': 6 * HOUR_S,
  '8hour': 8 * HOUR_S,
  '12hour': 12 * HOUR_S,
  '1day': DAY_S,
  '3day': 3 * DAY_S,
  '1week': 7 * DAY_S,
  '1mon': 31 * DAY_S,
};
