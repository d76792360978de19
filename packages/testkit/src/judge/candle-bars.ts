/** Bars of charts, computed from trades and index prices alone. */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/**
 * Days, weeks (from Monday) and months are those of Asia/Shanghai: eight hours ahead, no summer
 * time.
 */
const SHANGHAI = 480 * MINUTE;
const LENGTHS: Readonly<Record<string, number>> = {
  '1min': MINUTE,
  '5min': 5 * MINUTE,
  '15min': 15 * MINUTE,
  '30min': 30 * MINUTE,
  '60min': 60 * MINUTE,
  '1day': DAY,
  '1week': 7 * DAY,
};

export interface Bar {
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  lots: bigint;
  quote: bigint;
}

/** Bars by `market source period start`. */
export class CandleBars {
  readonly bars = new Map<string, Bar>();

  add(
    series: string,
    timeMs: number,
    { price, lots, quote }: { price: bigint; lots: bigint; quote: bigint },
  ): void {
    for (const [period, start] of startsOf(timeMs)) {
      const name = `${series} ${period} ${start}`;
      const bar = this.bars.get(name);
      if (bar === undefined) {
        this.bars.set(name, { open: price, high: price, low: price, close: price, lots, quote });
        continue;
      }
      if (price > bar.high) bar.high = price;
      if (price < bar.low) bar.low = price;
      bar.close = price;
      bar.lots += lots;
      bar.quote += quote;
    }
  }
}

let lastMinute = -1;
let lastStarts: (readonly [string, number])[] = [];

/**
 * The start of the bar of each period. Cached, since most calls are about the minute of the call
 * before.
 */
function startsOf(timeMs: number): (readonly [string, number])[] {
  const minute = Math.floor(timeMs / MINUTE);
  if (minute === lastMinute) return lastStarts;
  const local = timeMs + SHANGHAI;
  const date = new Date(local);
  lastMinute = minute;
  lastStarts = Object.entries(LENGTHS).map(([period, length]) => {
    // 5 January 1970 was a Monday.
    const origin = period === '1week' ? 4 * DAY : 0;
    return [period, local - ((((local - origin) % length) + length) % length) - SHANGHAI] as const;
  });
  lastStarts.push(['1mon', Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - SHANGHAI]);
  return lastStarts;
}

export function barText({ open, high, low, close, lots, quote }: Bar): string {
  return [open, high, low, close, lots, quote].join(' ');
}

/** A bar that begins with the price feed's own history, from before this exchange had prices. */
export function joined(earlier: Bar, later: Bar): Bar {
  return {
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    lots: earlier.lots + later.lots,
    quote: earlier.quote + later.quote,
  };
}
