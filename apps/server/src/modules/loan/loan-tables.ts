import type { LOAN_EVENT_KINDS } from '@meridian/contract/loan/calls';
import type { LoanState } from '@meridian/core/loan/loan-events';

export type LoanEventKind = (typeof LOAN_EVENT_KINDS)[number];

/** Tables of migrations/160-loans.sql, which describes each column. */
export interface LoanTables {
  loans: {
    id: bigint;
    user_id: bigint;
    offer: number;
    market: number;
    product: number;
    collateral: number;
    currency: number;
    rate_ppb: number;
    fund_bps: number;
    initial_bps: number;
    warn_bps: number[];
    liquidation_bps: number;
    fee_bps: number;
    bound_bps: number;
    state: LoanState;
    pledged: bigint;
    principal: bigint;
    since_ms: bigint;
    interest_ppb: string;
    warnings: number;
    opened_ms: bigint;
    ended_ms: bigint;
  };
  loan_events: {
    id: bigint;
    cause: string;
    loan: bigint;
    user_id: bigint;
    currency: number;
    collateral: number;
    market: number;
    kind: LoanEventKind;
    time_ms: bigint;
    amount: bigint;
    interest: bigint;
    pledged: bigint;
    principal: bigint;
    level: number;
    mark_ticks: bigint;
    debt: bigint;
    order_id: bigint;
    sold: bigint;
    proceeds: bigint;
    fee: bigint;
    by_insurance: bigint;
    by_source: bigint;
    by_house: bigint;
    missing: bigint;
  };
}
