import { earnPool } from '@meridian/core/ledger/accounts';
import type { Posted } from '@meridian/core/ledger/posting';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';

const WHOLE_PPB = 1_000_000_000n;

/**
 * Counts the interest that lies in the pools of savings for their savers, from postings alone. This
 * interest, the balance of a pool and its savings give the principal that borrowers have.
 */
export class PoolInterest {
  readonly #interest = new Map<number, bigint>();

  load({ earn: { pools } }: Pick<ExchangeSnapshot, 'earn'>): void {
    this.#interest.clear();
    for (const { product, earnedPpb, paidPpb } of pools)
      this.#interest.set(
        earnPool(product),
        BigInt(earnedPpb) / WHOLE_PPB - BigInt(paidPpb) / WHOLE_PPB,
      );
  }

  post({ user, reason, available }: Posted): void {
    if (reason !== 'interest' || !isPool(user)) return;
    this.#interest.set(user, (this.#interest.get(user) ?? 0n) + available);
  }

  of(product: number): bigint {
    return this.#interest.get(earnPool(product)) ?? 0n;
  }
}

const MOST_PRODUCTS = 1_023;

/** Whether an account of the exchange has coins of savers: they are owed to customers. */
export function isPool(user: number): boolean {
  return user > earnPool(0) && user <= earnPool(MOST_PRODUCTS);
}
