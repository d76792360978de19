/** The naive custody's deposits, withdrawals and escrows, and their derived values. */
import type { Network } from '@meridian/core/custody/custody-commands';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';

const HOUR_MS = 3_600_000;

export interface NaiveDeposit {
  readonly name: string;
  user: number;
  amount: bigint;
  currency: number;
  isCredited: boolean;
}

export interface NaiveWithdrawal {
  readonly id: number;
  readonly user: number;
  readonly recipient: number;
  readonly network: number;
  readonly currency: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly worth: bigint;
  readonly day: number;
  approvalsNeeded: number;
  readonly approvers: Set<number>;
  status: WithdrawalStatus;
  readonly address: string;
  /** When it left; 0 until then. */
  leftMs: number;
  /** When it arrived; undefined until then. */
  arrivedMs?: number;
  readonly waitsUntilMs: number;
  isOdd: boolean;
}

export interface NaiveEscrow {
  readonly user: number;
  readonly currency: number;
  readonly amount: bigint;
  /** Whether it counts for the limit of its day. */
  readonly isCounted: boolean;
  readonly day: number;
  /** When it left; 0 until then. */
  leftMs: number;
  state: 'open' | 'paid' | 'returned';
}

export function isWaitingForTime(
  { status, approvers, waitsUntilMs }: NaiveWithdrawal,
  timeMs: number,
): boolean {
  return status === 'approved' && approvers.size === 0 && timeMs < waitsUntilMs;
}

export function approvalsAt({ oneApprovalFrom, twoApprovalsFrom }: Network, worth: bigint): number {
  return [oneApprovalFrom, twoApprovalsFrom].filter((from) => worth >= from).length;
}

export function nameOf({
  network,
  transaction,
  output,
}: {
  network: number;
  transaction: string;
  output: number;
}): string {
  return JSON.stringify([network, transaction, output]);
}

/** Number of the day in Shanghai. */
export function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 8 * HOUR_MS) / (24 * HOUR_MS));
}
