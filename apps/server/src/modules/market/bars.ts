import { MAX_BARS } from '@meridian/contract/market/calls';
import type { CandlePeriod } from '@meridian/contract/market/candle-period';
import { candleStart, nextCandleStart, type Candle } from './candles.ts';

/** A bar as it is shown: in ticks and lots, whether from trades, from history or empty. */
export interface ShownBar extends Omit<Candle, 'quoteVolume'> {
  readonly isHistory: boolean;
}

export interface BarRange {
  readonly period: CandlePeriod;
  /** Milliseconds UTC. Both ends belong to the range. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** No period's bar is longer, the longest month included. */
const LONGEST_BAR_MS: Record<CandlePeriod, number> = {
  '1sec': 1_000,
  '1min': 60_000,
  '3min': 3 * 60_000,
  '5min': 5 * 60_000,
  '15min': 15 * 60_000,
  '30min': 30 * 60_000,
  '60min': 60 * 60_000,
  '2hour': 2 * 60 * 60_000,
  '4hour': 4 * 60 * 60_000,
  '6hour': 6 * 60 * 60_000,
  '8hour': 8 * 60 * 60_000,
  '12hour': 12 * 60 * 60_000,
  '1day': 24 * 60 * 60_000,
  '3day': 3 * 24 * 60 * 60_000,
  '1week': 7 * 24 * 60 * 60_000,
  '1mon': 31 * 24 * 60 * 60_000,
};

/**
 * The same range from a bar's start on, and not longer than one answer may be: a longer range is
 * cut off at its old end.
 */
export function boundRange({ period, fromMs, toMs }: BarRange): BarRange {
  const earliestMs = toMs - (MAX_BARS - 1) * LONGEST_BAR_MS[period];
  return { period, fromMs: candleStart(period, Math.max(fromMs, earliestMs, 0)), toMs };
}

/**
 * Fills the gaps between stored bars: a period without a trade is a flat bar at the close before
 * it, up to the end of the range. Nothing is made up before the first bar.
 *
 * @param stored by time; may begin with the last bar before the range, for its close
 */
export function fillBars(stored: readonly ShownBar[], range: BarRange): ShownBar[] {
  const bars: ShownBar[] = [];
  let previous: ShownBar | undefined;
  for (const bar of stored) {
    if (bar.startMs > range.toMs) break;
    if (previous !== undefined) pushFlat(bars, previous, { ...range, toMs: bar.startMs - 1 });
    if (bar.startMs >= range.fromMs) bars.push(bar);
    previous = bar;
  }
  if (previous !== undefined) pushFlat(bars, previous, range);
  return bars.slice(-MAX_BARS);
}

function pushFlat(bars: ShownBar[], previous: ShownBar, { period, fromMs, toMs }: BarRange): void {
  const { close, isHistory } = previous;
  let startMs = Math.max(nextCandleStart(period, previous.startMs), fromMs);
  for (; startMs <= toMs; startMs = nextCandleStart(period, startMs)) {
    bars.push({ startMs, open: close, high: close, low: close, close, volumeLots: 0n, isHistory });
  }
}

/**
 * Puts the live bar over the stored one of its time, or after the last: the projection may be a
 * moment behind. The stored one may begin earlier (with history from the feed), so its open and
 * extremes stay.
 */
export function withLiveBar(stored: readonly ShownBar[], live: Candle | undefined): ShownBar[] {
  if (live === undefined) return [...stored];
  const { startMs, close, volumeLots } = live;
  const same = stored.find((bar) => bar.startMs === startMs);
  const open = same?.open ?? live.open;
  const high = Math.max(live.high, same?.high ?? live.high);
  const low = Math.min(live.low, same?.low ?? live.low);
  const merged: ShownBar = { startMs, open, high, low, close, volumeLots, isHistory: false };
  return [...stored.filter((bar) => bar.startMs < startMs), merged];
}
