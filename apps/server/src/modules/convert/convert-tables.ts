import type { PlanSkip } from '@meridian/core/convert/convert-events';

/** Tables of migrations/159-convert.sql, which describes each column. */
export interface ConvertTables {
  convert_quotes: {
    id: bigint;
    user_id: bigint;
    side: 'from' | 'to';
    from_currency: number;
    to_currency: number;
    paid: bigint;
    received: bigint;
    spread_bps: number;
    book_bps: number | null;
    made_ms: bigint;
    expires_ms: bigint;
    end_cause: 'accepted' | 'expired' | null;
  };
  conversions: {
    id: bigint;
    user_id: bigint;
    kind: 'quote' | 'dust' | 'plan';
    subject: bigint;
    from_currency: number;
    to_currency: number;
    paid: bigint;
    received: bigint;
    spread_bps: number;
    book_bps: number | null;
    time_ms: bigint;
  };
  convert_plans: {
    id: bigint;
    user_id: bigint;
    from_currency: number;
    to_currency: number;
    amount: bigint;
    every_days: number;
    minute: number;
    max_spread_bps: number;
    started_ms: bigint;
    ended_ms: bigint | null;
  };
  convert_plan_runs: {
    plan: bigint;
    due_ms: bigint;
    paid: bigint | null;
    received: bigint | null;
    spread_bps: number | null;
    skipped: PlanSkip | null;
  };
  convert_funds: { seq: bigint; currency: number; amount: bigint };
}
