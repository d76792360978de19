import type { EarnFunded, Lock, LockEnded, SavingChanged } from '@meridian/core/earn/earn-events';

/** Tables of migrations/158-earn.sql and 164-listed-exits.sql, which describe each column. */
export interface EarnTables {
  earn_listings: {
    product: number;
    seq: bigint;
    rate_ppb: bigint;
    days: number;
    least: bigint;
    most: bigint;
    early_keep_bps: number | null;
    is_open: boolean;
    time_ms: bigint;
  };
  earn_locks: {
    id: bigint;
    user_id: bigint;
    product: number;
    kind: Lock['kind'];
    currency: number;
    principal: bigint;
    rate_ppb: bigint;
    days: number;
    early_keep_bps: number | null;
    bought_ms: bigint;
    from_day: number;
    renews_lock: bigint;
    renews: boolean;
    paid_days: number;
    paid: bigint;
    ended_by: LockEnded['cause'] | null;
    ended_ms: bigint | null;
    kept: bigint | null;
    forfeited: bigint | null;
    renewed_by: bigint | null;
  };
  earn_interest: {
    id: bigint;
    lock: bigint;
    user_id: bigint;
    product: number;
    currency: number;
    day: number;
    paid_days: number;
    amount: bigint;
  };
  earn_funds: {
    id: bigint;
    product: number;
    currency: number;
    cause: EarnFunded['cause'];
    amount: bigint;
    time_ms: bigint;
  };
  earn_savings: {
    id: bigint;
    user_id: bigint;
    product: number;
    currency: number;
    cause: SavingChanged['cause'];
    amount: bigint;
    interest: bigint;
    earning: bigint;
    pending: bigint;
    pending_day: number;
    time_ms: bigint;
  };
  earn_days: {
    product: number;
    day: number;
    currency: number;
    rate_ppb: bigint;
    earned: bigint;
    paid: bigint;
  };
}
