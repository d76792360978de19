import type { MarketScale } from '@meridian/money/market-scale';
import { Fault } from '../fault.ts';
import { roundToLots, roundToTicks } from './grid-rounding.ts';

/**
 * One minute of a recording. Prices in ticks of our market, rounded half up; volume in lots,
 * rounded down.
 */
export interface KlineRow {
  readonly kind: 'kline';
  /** Start of the minute, milliseconds UTC of the recording. */
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeLots: bigint;
}

/** One trade of a recording. */
export interface TradeRow {
  readonly kind: 'trade';
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly volumeLots: bigint;
}

export type ReplayRow = KlineRow | TradeRow;

export const MINUTE_MS = 60_000;

/** The layout of a file: its kind and the index of each column. */
export interface Layout {
  readonly kind: 'kline' | 'trade';
  readonly time: number;
  /** `time` is the end of the bar. */
  readonly isCloseTime: boolean;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Close of a kline, price of a trade. */
  readonly price: number;
  readonly volume: number;
  /** The first line is a header. */
  readonly hasHeader: boolean;
}

const TIME_NAMES = ['open_time', 'open_time_ms', 'timestamp', 'transact_time', 'time', 'date'];
const CLOSE_TIME_NAMES = ['close_datetime', 'close_time'];
/** Binance's public files without a header. */
const KLINES: Omit<Layout, 'hasHeader'> = {
  kind: 'kline',
  time: 0,
  isCloseTime: false,
  open: 1,
  high: 2,
  low: 3,
  price: 4,
  volume: 5,
};
const TRADES: Omit<Layout, 'hasHeader'> = {
  kind: 'trade',
  time: 4,
  isCloseTime: false,
  open: 1,
  high: 1,
  low: 1,
  price: 1,
  volume: 2,
};
const AGGREGATED_TRADES: Omit<Layout, 'hasHeader'> = { ...TRADES, time: 5 };
const KLINE_COLUMNS = 12;

/**
 * Detects a file's layout from its first line and its name. Known: Binance public data (klines of
 * 12 columns, trades, aggTrades; with or without header; times in milliseconds or microseconds),
 * and any CSV whose header names a time and open, high, low, close, volume, or price and quantity.
 *
 * Faults: `feed_unavailable` for any other layout.
 */
export function layoutOf(firstLine: string, fileName: string): Layout {
  const fields = firstLine.split(',').map((field) => field.trim().toLowerCase());
  if (/^[a-z]/.test(fields[0] ?? '')) return layoutOfHeader(fields, fileName);
  if (/aggtrades/i.test(fileName)) return { ...AGGREGATED_TRADES, hasHeader: false };
  if (/trades/i.test(fileName)) return { ...TRADES, hasHeader: false };
  if (fields.length === KLINE_COLUMNS) return { ...KLINES, hasHeader: false };
  throw unknownLayout(fileName);
}

function layoutOfHeader(names: readonly string[], fileName: string): Layout {
  const find = (...candidates: string[]): number =>
    candidates.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const openTime = find(...TIME_NAMES);
  const time = openTime >= 0 ? openTime : find(...CLOSE_TIME_NAMES);
  const found = { time, isCloseTime: openTime < 0, hasHeader: true };
  const [open, high, low, close] = [find('open'), find('high'), find('low'), find('close')];
  if (time >= 0 && Math.min(open, high, low, close) >= 0) {
    return { kind: 'kline', ...found, open, high, low, price: close, volume: find('volume') };
  }
  const [price, volume] = [find('price'), find('qty', 'quantity', 'amount')];
  if (time < 0 || Math.min(price, volume) < 0) throw unknownLayout(fileName);
  return { kind: 'trade', ...found, open: price, high: price, low: price, price, volume };
}

function unknownLayout(fileName: string): Fault {
  return new Fault('feed_unavailable', `${fileName}: neither klines nor trades of a known layout`);
}

/** Time of a line in milliseconds UTC; of a kline, its start. NaN for a text that is no time. */
export function timeOf(fields: readonly string[], layout: Layout): number {
  const time = parseTime(fields[layout.time] ?? '');
  if (layout.kind === 'trade') return time;
  // The end of a bar is a moment before the next one's start, so it lies in the bar's own minute.
  return layout.isCloseTime ? Math.floor(time / MINUTE_MS) * MINUTE_MS : time;
}

function parseTime(text: string): number {
  if (/^\d{13}$/.test(text)) return Number(text);
  if (/^\d{16}$/.test(text)) return Number(text.slice(0, 13));
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  return /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(text.replace(' ', 'T').replace(/(T[\d:.]+)$/, '$1Z'))
    : Number.NaN;
}

/** A line in ticks and lots of our market; undefined if it is no valid row of the layout. */
export function parseRow(
  fields: readonly string[],
  layout: Layout,
  scale: MarketScale,
): ReplayRow | undefined {
  const timeMs = timeOf(fields, layout);
  const price = roundToTicks(fields[layout.price], scale);
  const volumeLots = layout.volume < 0 ? 0n : roundToLots(fields[layout.volume], scale);
  if (!Number.isSafeInteger(timeMs) || price === undefined || volumeLots === undefined)
    return undefined;
  if (layout.kind === 'trade') return { kind: 'trade', timeMs, priceTicks: price, volumeLots };
  const [open, high, low] = [
    roundToTicks(fields[layout.open], scale),
    roundToTicks(fields[layout.high], scale),
    roundToTicks(fields[layout.low], scale),
  ];
  if (open === undefined || high === undefined || low === undefined || timeMs % MINUTE_MS !== 0)
    return undefined;
  if (high < Math.max(open, price, low) || low > Math.min(open, price)) return undefined;
  return { kind: 'kline', timeMs, open, high, low, close: price, volumeLots };
}
