import type { WITHDRAWAL_STATES } from '@meridian/contract/custody/calls';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import { sql } from 'kysely';
import { shanghaiTime } from '../market/shanghai-time.ts';

type State = (typeof WITHDRAWAL_STATES)[number];

/** The wire's name of each state. */
export const STATE_NAMES: Readonly<Record<WithdrawalStatus, State>> = {
  requested: 'applying',
  approved: 'agreed',
  signed: 'agreed',
  settled: 'success',
  failed: 'failure',
  rejected: 'rejected',
  cancelled: 'cancelled',
  inSite: 'in_site',
};

/**
 * Whether a row of `withdrawals` waits for another withdrawal of its user that is under review: as
 * long as that waits, none of the user's leaves, approved or not.
 */
export const isBehind = sql<boolean>`(
  withdrawals.status in ('requested', 'approved')
  and exists (select 1 from withdrawals as odd where odd.user_id = withdrawals.user_id and odd.id <> withdrawals.id and odd.is_reviewed and odd.status = 'requested')
)`;

/** The fields that decide how long a withdrawal waits. */
export interface WaitingRow {
  readonly status: WithdrawalStatus;
  readonly approvers: readonly bigint[];
  readonly waits_until_ms: bigint;
}

/** The fields that decide a withdrawal's state on the wire; `is_behind` comes from `isBehind`. */
export interface StateRow extends WaitingRow {
  readonly is_behind: boolean;
}

/** Whether only time is missing: a new address waits, and no operator has approved it. */
export function isTooEarly(
  { status, approvers, waits_until_ms }: WaitingRow,
  timeMs: number,
): boolean {
  return status === 'approved' && approvers.length === 0 && Number(waits_until_ms) > timeMs;
}

/**
 * A withdrawal's state on the wire: one that waits out a delay, or for the review of another one,
 * counts as waiting.
 * @param timeMs engine time
 */
export function stateOf(row: StateRow, timeMs: number): State {
  return row.is_behind || isTooEarly(row, timeMs) ? 'applying' : STATE_NAMES[row.status];
}

/** The time at which it leaves by itself, '' where no delay is running. */
export function waitEnd(row: WaitingRow, timeMs: number): string {
  return isTooEarly(row, timeMs) ? shanghaiTime(Number(row.waits_until_ms)) : '';
}
