import type { CandlePeriod } from '@meridian/contract/market/candle-period';

/** The nine intervals of a chart: `realtime` is a line over the bars of a minute. */
export const INTERVALS = [
  'realtime',
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const;
export type Interval = (typeof INTERVALS)[number];
export const DEFAULT_INTERVAL: Interval = '1min';

export function periodOf(interval: Interval): CandlePeriod {
  return interval === 'realtime' ? '1min' : interval;
}

const MINUTE_S = 60;
const DAY_S = 86_400;
/** Length of a bar in seconds; the longest for a month. */
export const PERIOD_SECONDS: Readonly<Record<CandlePeriod, number>> = {
  '1min': MINUTE_S,
  '5min': 5 * MINUTE_S,
  '15min': 15 * MINUTE_S,
  '30min': 30 * MINUTE_S,
  '60min': 60 * MINUTE_S,
  '1day': DAY_S,
  '1week': 7 * DAY_S,
  '1mon': 31 * DAY_S,
};
