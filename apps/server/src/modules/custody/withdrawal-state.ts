import type { WITHDRAWAL_STATES } from '@meridian/contract/custody/calls';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import { shanghaiTime } from '../market/shanghai-time.ts';

type State = (typeof WITHDRAWAL_STATES)[number];

/** How people read each state. */
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

/** What decides how people read a row of `withdrawals`. */
interface WaitingRow {
  readonly status: WithdrawalStatus;
  readonly approvers: readonly bigint[];
  readonly waits_until_ms: bigint;
}

/** Whether time alone is missing: it goes to a new address, and no operator has approved it. */
function isTooEarly({ status, approvers, waits_until_ms }: WaitingRow, timeMs: number): boolean {
  return status === 'approved' && approvers.length === 0 && Number(waits_until_ms) > timeMs;
}

/** How people read its state: what waits for its time waits. @param timeMs engine time */
export function stateOf(row: WaitingRow, timeMs: number): State {
  return isTooEarly(row, timeMs) ? 'applying' : STATE_NAMES[row.status];
}

/** When it leaves by itself, '' where it waits for no time. */
export function waitEnd(row: WaitingRow, timeMs: number): string {
  return isTooEarly(row, timeMs) ? shanghaiTime(Number(row.waits_until_ms)) : '';
}
