import type { LiveView } from './live-view.ts';

interface WithdrawalRow {
  readonly network: number;
  /** Another customer whose address it is, 0 for nobody here. */
  readonly recipient: bigint;
  readonly status: string;
  readonly fee: bigint;
  /** Null where none was kept. */
  readonly confirmedFee: bigint | null;
}

/**
 * Fee and recipient of a withdrawal as its owner may read them. One to another customer costs
 * nothing, but until it is paid it looks like any other: asked for and cancelled at no cost, it
 * would tell whose address it is. Without a confirmed fee it shows the fee of today.
 */
export function shownWithdrawal(
  live: Pick<LiveView, 'custody'>,
  { network, recipient, status, fee, confirmedFee }: WithdrawalRow,
): { readonly fee: bigint; readonly recipient: bigint } {
  if (recipient === 0n || status === 'inSite') return { fee, recipient };
  return {
    fee: confirmedFee ?? live.custody.network(network)?.fee ?? fee,
    recipient: 0n,
  };
}
