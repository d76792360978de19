import type { CallOutput } from '@meridian/contract/schema/call';
import type { officeWinRates } from '@meridian/contract/seconds/office';
import { Gauge, type Registry } from 'prom-client';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { Rounds } from '../../rounds.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import { winRates, type WinRateRow } from './queries.ts';

/** Beyond this many standard deviations chance is no explanation any more: once in 16,000 hours. */
export const SUSPICIOUS_SIGMA = 4;
const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;

type MonitorRow = CallOutput<typeof officeWinRates>[number];

type Outcomes = Pick<WinRateRow, 'up' | 'upWon' | 'down' | 'downWon'>;

/**
 * How many outcomes a fair price would have won, and how far the won ones are from that, in
 * standard deviations. A price that falls in one hour fails all tickets on up: that is the market
 * and no manipulation. So up and down are compared with each other's opposite: with the share of
 * rises that the tickets saw unknown, `upWon` and `downLost` are the rises, and up and down tickets
 * must have seen the same share of them (two-proportion z-test, pooled). Undefined without both
 * directions: nothing is there to compare with.
 */
export function fairnessOf({
  up,
  upWon,
  down,
  downWon,
}: Outcomes): { expected: number; sigma: number } | undefined {
  if (up === 0 || down === 0) return undefined;
  const rises = (upWon + down - downWon) / (up + down);
  const spread = Math.sqrt(rises * (1 - rises) * (1 / up + 1 / down));
  return {
    expected: up * rises + down * (1 - rises),
    sigma: spread === 0 ? 0 : (upWon / up - (down - downWon) / down) / spread,
  };
}

export function monitorRow(live: LiveView, row: WinRateRow): MonitorRow {
  const { market, hourMs, tickets, up, upWon, down, downWon } = row;
  const { expected, sigma } = fairnessOf(row) ?? { expected: undefined, sigma: 0 };
  return {
    market,
    symbol: symbolOf(pairOfMarket(live, market)),
    hour: shanghaiTime(hourMs).slice(0, 16),
    hour_ms: hourMs,
    tickets,
    outcomes: up + down,
    won: upWon + downWon,
    expected: expected === undefined ? '' : rounded(expected),
    sigma: rounded(sigma),
    is_suspicious: Math.abs(sigma) > SUSPICIOUS_SIGMA,
  };
}

/** Statistics, no money: two decimals, without those that are zero. */
function rounded(figure: number): string {
  return (Math.round(figure * 100) / 100).toString();
}

interface MonitorServices {
  readonly live: LiveView;
  readonly queries: Queries;
  readonly metrics: Registry;
  readonly warn: (message: string) => void;
}

/**
 * Looks each minute at the outcomes of this hour and the last: a gauge by market, and one warning
 * for each suspicious hour.
 */
export function secondsMonitor({ live, queries, metrics, warn }: MonitorServices): Rounds {
  const gauge = new Gauge({
    name: 'seconds_win_sigma',
    help: 'How far win rates of this hour are from a fair price, in standard deviations',
    labelNames: ['market'],
    registers: [metrics],
  });
  const warned = new Set<string>();
  const look = async (): Promise<void> => {
    const rows = await winRates(queries, { sinceMs: Date.now() - HOUR_MS, limit: 1_000 });
    for (const row of rows.map((each) => monitorRow(live, each)).reverse()) {
      gauge.set({ market: row.symbol }, Number(row.sigma));
      const hour = `${row.symbol} ${row.hour}`;
      if (!row.is_suspicious || warned.has(hour)) continue;
      warned.add(hour);
      warn(
        `seconds contracts on ${row.symbol}: win rates of ${row.hour} are ${row.sigma} standard deviations from a fair price`,
      );
    }
  };
  return new Rounds(look, {
    everyMs: LOOK_MS,
    onTrouble: (trouble) => warn(`win rates could not be read: ${trouble}`),
  });
}
