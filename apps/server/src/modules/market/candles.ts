import type { CandlePeriod } from '@meridian/contract/market/candle-period';
import { SHANGHAI_MS } from '@meridian/core/timers/shanghai-day';

/**
 * One bar. Prices in ticks; volume in lots; quote volume in smallest quote units (both 0 for bars
 * of the index). Covers `startMs` (inclusive) to the start of the next bar of its period.
 */
export interface Candle {
  startMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volumeLots: bigint;
  quoteVolume: bigint;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The epoch, 1 January 1970, was a Thursday; Monday of its week was three days earlier. */
const EPOCH_TO_MONDAY_MS = 3 * DAY_MS;

const FIXED_PERIOD_MS: Record<Exclude<CandlePeriod, '1mon'>, number> = {
  '1sec': SECOND_MS,
  '1min': MINUTE_MS,
  '3min': 3 * MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '2hour': 2 * HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '6hour': 6 * HOUR_MS,
  '8hour': 8 * HOUR_MS,
  '12hour': 12 * HOUR_MS,
  '1day': DAY_MS,
  '3day': 3 * DAY_MS,
  '1week': WEEK_MS,
};

/**
 * Start of the bar that `timeMs` (milliseconds UTC) belongs to. Days, weeks from Monday and months
 * are of Asia/Shanghai; bars of hours count from its midnight, those of three days from 1 January
 * 1970.
 */
export function candleStart(period: CandlePeriod, timeMs: number): number {
  const local = timeMs + SHANGHAI_MS;
  if (period === '1mon') {
    const date = new Date(local);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - SHANGHAI_MS;
  }
  const shift = period === '1week' ? EPOCH_TO_MONDAY_MS : 0;
  const length = FIXED_PERIOD_MS[period];
  return Math.floor((local + shift) / length) * length - shift - SHANGHAI_MS;
}

/** Start of the bar after the one that starts at `startMs`. */
export function nextCandleStart(period: CandlePeriod, startMs: number): number {
  if (period !== '1mon') return startMs + FIXED_PERIOD_MS[period];
  const local = new Date(startMs + SHANGHAI_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - SHANGHAI_MS;
}

/** A trade (or an index price, with both volumes 0) on its way into a bar. */
export interface PricePoint {
  readonly priceTicks: number;
  readonly volumeLots: bigint;
  readonly quoteVolume: bigint;
}

export function openCandle(startMs: number, point: PricePoint): Candle {
  const { priceTicks, volumeLots, quoteVolume } = point;
  return {
    startMs,
    open: priceTicks,
    high: priceTicks,
    low: priceTicks,
    close: priceTicks,
    volumeLots,
    quoteVolume,
  };
}

/** Adds a later price to a bar that covers it. */
export function extendCandle(candle: Candle, point: PricePoint): void {
  candle.high = Math.max(candle.high, point.priceTicks);
  candle.low = Math.min(candle.low, point.priceTicks);
  candle.close = point.priceTicks;
  candle.volumeLots += point.volumeLots;
  candle.quoteVolume += point.quoteVolume;
}

/** Adds a later bar to one that covers its time. */
export function mergeCandle(candle: Candle, later: Candle): void {
  candle.high = Math.max(candle.high, later.high);
  candle.low = Math.min(candle.low, later.low);
  candle.close = later.close;
  candle.volumeLots += later.volumeLots;
  candle.quoteVolume += later.quoteVolume;
}
