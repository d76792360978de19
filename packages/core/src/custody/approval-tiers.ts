import type { Network } from './custody-commands.ts';

/**
 * Worth of an amount, in units of the currency of the index, rounded up: rounding must not exceed a
 * limit.
 * @param amount units of a currency with `scale` decimals
 * @param tickSize units for a tick of the price of a whole coin
 */
export function worthAt(
  amount: bigint,
  indexTicks: number,
  { tickSize, scale }: { readonly tickSize: bigint; readonly scale: number },
): bigint {
  const coin = 10n ** BigInt(scale);
  return (amount * BigInt(indexTicks) * tickSize + coin - 1n) / coin;
}

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
