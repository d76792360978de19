import type { MonitorRow } from '@meridian/contract/seconds';
import { Gauge, type Registry } from 'prom-client';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../../live/live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { symbolOf } from '../market/translate.ts';
import { winRates, type WinRateRow } from './queries.ts';
import { pairOfMarket } from './translate.ts';

/** Beyond this many standard deviations chance is no explanation any more: once in 16,000 hours. */
export const SUSPICIOUS_SIGMA = 4;
const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * How far the won tickets of an hour are from what a fair price gives, in standard deviations. A price that falls in one hour
 * fails all who said up: that is the market and no manipulation. So up and down are compared with each other's opposite: with
 * the share of rises that the tickets saw unknown, `upWon` and `downLost` are the rises, and up and down tickets must have seen
 * the same share of them (two-proportion z-test, pooled).
 */
export function sigmaOf({ up, upWon, down, downWon }: Pick<WinRateRow, 'up' | 'upWon' | 'down' | 'downWon'>): number {
  if (up === 0 || down === 0) return 0;
  const rises = (upWon + down - downWon) / (up + down);
  const spread = Math.sqrt(rises * (1 - rises) * (1 / up + 1 / down));
  return spread === 0 ? 0 : (upWon / up - (down - downWon) / down) / spread;
}

export function monitorRow(live: LiveView, row: WinRateRow): MonitorRow {
  const { market, hourMs, up, upWon, down, downWon } = row;
  const sigma = sigmaOf(row);
  return {
    match_id: market,
    symbol_name: symbolOf(pairOfMarket(live, market)),
    hour: shanghaiTime(hourMs).slice(0, 16),
    hour_ms: hourMs,
    up,
    up_won: upWon,
    down,
    down_won: downWon,
    sigma: (Math.round(sigma * 100) / 100).toString(),
    is_suspicious: Math.abs(sigma) > SUSPICIOUS_SIGMA,
  };
}

interface MonitorServices {
  readonly live: LiveView;
  readonly queries: Queries;
  readonly metrics: Registry;
  readonly warn: (message: string) => void;
}

/** Looks each minute at the outcomes of this hour and the last: a gauge by market, and one warning for each suspicious hour. @returns what stops it */
export function startMonitor({ live, queries, metrics, warn }: MonitorServices): () => void {
  const gauge = new Gauge({ name: 'seconds_win_sigma', help: 'How far win rates of this hour are from a fair price, in standard deviations', labelNames: ['market'], registers: [metrics] });
  const warned = new Set<string>();
  const look = async (): Promise<void> => {
    const rows = await winRates(queries, { sinceMs: Date.now() - HOUR_MS, limit: 1_000 });
    for (const row of rows.map((each) => monitorRow(live, each)).reverse()) {
      gauge.set({ market: row.symbol_name }, Number(row.sigma));
      const hour = `${row.symbol_name} ${row.hour}`;
      if (!row.is_suspicious || warned.has(hour)) continue;
      warned.add(hour);
      warn(`seconds contracts on ${row.symbol_name}: win rates of ${row.hour} are ${row.sigma} standard deviations from a fair price`);
    }
  };
  const timer = setInterval(() => void look().catch((error: unknown) => warn(`win rates could not be read: ${String(error)}`)), LOOK_MS);
  return () => clearInterval(timer);
}
