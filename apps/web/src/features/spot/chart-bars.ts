import { frames } from '../../realtime/frame-scheduler.ts';
import type { BarRange, ChartBar } from '../../shared/chart/price-chart.ts';
import type { Market } from '../../shared/market/market.ts';
import { loadBars, subscribeBar } from './api.ts';

const MOST_DUE = 60;

/**
 * Bars for a chart. An index has no volume of its own: its bars show the volume of the market's
 * trades in their time.
 */
export async function loadChartBars(market: Market, range: BarRange): Promise<readonly ChartBar[]> {
  if (range.source === 'trade') return await loadBars(market, range);
  const [bars, trades] = await Promise.all([
    loadBars(market, range),
    // Prices without volumes are better than no chart.
    loadBars(market, { ...range, source: 'trade' }).catch(() => []),
  ]);
  const volumes = new Map(trades.map(({ time, volume }) => [time, volume]));
  return bars.map((bar) => withVolume(bar, volumes.get(bar.time)));
}

/**
 * Follows the current bar in the same way, each at most once a paint. Returns a function that ends
 * it.
 */
export function followChartBar(
  market: Market,
  of: Parameters<typeof subscribeBar>[1],
  listener: (bar: ChartBar) => void,
): () => void {
  const due = new Map<number, ChartBar>();
  const paint = (): void => {
    const bars = [...due.values()];
    due.clear();
    for (const bar of bars) listener(bar);
  };
  const end = followBar(market, of, (bar) => {
    due.set(bar.time, bar);
    // A hidden page is not painted; the chart fetches the missed bars when it is shown again.
    const [oldest] = due.keys();
    if (due.size > MOST_DUE && oldest !== undefined) due.delete(oldest);
    frames().request(paint);
  });
  return () => {
    end();
    frames().cancel(paint);
  };
}

function followBar(
  market: Market,
  of: Parameters<typeof subscribeBar>[1],
  listener: (bar: ChartBar) => void,
): () => void {
  if (of.source === 'trade') return subscribeBar(market, of, listener);
  let newest: ChartBar | undefined;
  let traded: ChartBar | undefined;
  const show = (): void => {
    if (newest !== undefined)
      listener(withVolume(newest, traded?.time === newest.time ? traded.volume : undefined));
  };
  const ends = [
    subscribeBar(market, of, (bar) => {
      newest = bar;
      show();
    }),
    subscribeBar(market, { ...of, source: 'trade' }, (bar) => {
      traded = bar;
      if (bar.time === newest?.time) show();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function withVolume({ time, open, high, low, close }: ChartBar, volume = '0'): ChartBar {
  return { time, open, high, low, close, volume };
}
