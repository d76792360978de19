import type { Deposit, RefusalReason } from './adapter.ts';
import type { ChainAsset } from './chains.ts';
import { toExchange } from './units.ts';

/** An amount has to fit the ledger (invariant L3). */
const LEDGER_LIMIT = 1n << 63n;

/**
 * Why an effective transfer is still no deposit, or undefined when it is one. The same for every
 * chain.
 */
export function refusalOf({
  amount,
  own,
  asset,
}: {
  readonly amount: bigint;
  readonly own: boolean;
  readonly asset: ChainAsset;
}): RefusalReason | undefined {
  if (amount === 0n) return 'zero';
  if (own) return 'own';
  if (amount < asset.dust || toExchange(amount, asset.decimals).units === 0n) return 'dust';
  return toExchange(amount, asset.decimals).units >= LEDGER_LIMIT ? 'excess' : undefined;
}

/** Collects a block's transfers to our addresses. */
export class BlockFindings {
  readonly deposits: Deposit[] = [];
  readonly refused: (Omit<Deposit, 'owner' | 'from'> & { readonly reason: RefusalReason })[] = [];

  /** @param reason of a refusal, undefined for a deposit */
  add({ owner, from, ...transfer }: Deposit, reason: RefusalReason | undefined): void {
    if (reason === undefined) this.deposits.push({ ...transfer, owner, from });
    else this.refused.push({ ...transfer, reason });
  }
}
