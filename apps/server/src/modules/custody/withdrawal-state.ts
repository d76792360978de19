import type { WITHDRAWAL_STATES } from '@meridian/contract/custody/calls';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
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

/** The fields that decide a withdrawal's state on the wire. */
export interface WaitingRow {
  readonly status: WithdrawalStatus;
  readonly approvers: readonly bigint[];
  readonly waits_until_ms: bigint;
}

/** Whether only time is missing: a new address waits, and no operator has approved it. */
export function isTooEarly(
  { status, approvers, waits_until_ms }: WaitingRow,
  timeMs: number,
): boolean {
  return status === 'approved' && approvers.length === 0 && Number(waits_until_ms) > timeMs;
}

/**
 * A withdrawal's state on the wire: one that waits out a delay counts as waiting.
 * @param timeMs engine time
 */
export function stateOf(row: WaitingRow, timeMs: number): State {
  return isTooEarly(row, timeMs) ? 'applying' : STATE_NAMES[row.status];
}

/** The time at which it leaves by itself, '' where no delay is running. */
export function waitEnd(row: WaitingRow, timeMs: number): string {
  return isTooEarly(row, timeMs) ? shanghaiTime(Number(row.waits_until_ms)) : '';
}
