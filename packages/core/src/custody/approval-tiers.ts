import type { Network } from './custody-commands.ts';

/** Number of operators' approvals that a worth needs. */
export function tierOf({ oneApprovalFrom, twoApprovalsFrom }: Network, worth: bigint): number {
  return worth >= twoApprovalsFrom ? 2 : worth >= oneApprovalFrom ? 1 : 0;
}

/**
 * The same, together with all past and possible outflows with fewer approvals.
 * @param worthBelow the worth of those
 */
export function summedTierOf(
  { oneApprovalFrom, twoApprovalsFrom }: Network,
  worth: bigint,
  worthBelow: (approvals: number) => bigint,
): number {
  if (worth + worthBelow(2) >= twoApprovalsFrom) return 2;
  return worth + worthBelow(1) >= oneApprovalFrom ? 1 : 0;
}
