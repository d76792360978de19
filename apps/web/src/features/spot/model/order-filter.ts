export type OrderSide = 'buy' | 'sell';

/** Which of the own orders are looked at. What is left out is not filtered by. */
export interface OrderFilter {
  readonly legal_id?: number;
  readonly currency_id?: number;
  readonly side?: OrderSide;
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
