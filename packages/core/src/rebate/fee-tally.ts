import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { RebateFee } from './rebate-events.ts';
import type { SnapshotRebatePayer } from './rebate-snapshot.ts';

/** Owns the fees of a day, by payer and currency, in the order in which they came. */
export class FeeTally {
  readonly #payers = new Map<UserId, Map<CurrencyId, bigint>>();

  static restore(payers: readonly SnapshotRebatePayer[]): FeeTally {
    const tally = new FeeTally();
    for (const { user, fees } of payers)
      for (const { currency, amount } of fees) tally.add(user, currency, BigInt(amount));
    return tally;
  }

  get isEmpty(): boolean {
    return this.#payers.size === 0;
  }

  add(payer: UserId, currency: CurrencyId, amount: bigint): void {
    let fees = this.#payers.get(payer);
    if (fees === undefined) {
      fees = new Map();
      this.#payers.set(payer, fees);
    }
    fees.set(currency, (fees.get(currency) ?? 0n) + amount);
  }

  /** Payers in their order; one that was yielded may be removed meanwhile. */
  *payers(): Generator<{ readonly payer: UserId; readonly fees: readonly RebateFee[] }> {
    for (const [payer, fees] of this.#payers)
      yield {
        payer,
        fees: [...fees].map(([currency, amount]) => ({ currency, amount: amount as Amount })),
      };
  }

  remove(payer: UserId): void {
    this.#payers.delete(payer);
  }

  isSound(): boolean {
    for (const fees of this.#payers.values()) {
      if (fees.size === 0) return false;
      for (const amount of fees.values()) if (amount <= 0n) return false;
    }
    return true;
  }

  snapshot(): SnapshotRebatePayer[] {
    return [...this.#payers].map(([user, fees]) => ({
      user,
      fees: [...fees].map(([currency, amount]) => ({ currency, amount: amount.toString() })),
    }));
  }
}
