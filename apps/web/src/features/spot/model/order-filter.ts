import type { Pair } from '../../../shared/market/market.ts';
import type { Side } from './trade-inputs.ts';

/** Filter of the own orders that are listed. An omitted field does not filter. */
export interface OrderFilter extends Partial<Pair> {
  readonly side?: Side;
  /** Milliseconds UTC, inclusive. */
  readonly from?: number;
}

/** How far back a list goes. */
export const PERIODS = ['all', 'day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 90,
};

/** When a period begins, counted back from `nowMs`; undefined where it has no beginning. */
export function beginOf(period: Period, nowMs: number): number | undefined {
  return period === 'all' ? undefined : nowMs - DAYS[period] * DAY_MS;
}
