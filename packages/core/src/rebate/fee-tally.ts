import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { RebateFee } from './rebate-events.ts';
import type { SnapshotRebatePayer } from './rebate-snapshot.ts';

/** Owns the fees of a day, by payer and currency, in the order in which they came. */
export class FeeTally {
  readonly #payers = new Map<UserId, Map<CurrencyId, bigint>>();
  /** Derived: the sums of all payers. */
  readonly #totals = new Map<CurrencyId, bigint>();

  static restore(payers: readonly SnapshotRebatePayer[]): FeeTally {
    const tally = new FeeTally();
    for (const { user, fees } of payers)
      for (const { currency, amount } of fees) tally.add(user, currency, BigInt(amount));
    return tally;
  }

  /** The number of payers. */
  get size(): number {
    return this.#payers.size;
  }

  get isEmpty(): boolean {
    return this.#payers.size === 0;
  }

  /** Sums by currency, in no order that a restart keeps. */
  get totals(): ReadonlyMap<CurrencyId, bigint> {
    return this.#totals;
  }

  add(payer: UserId, currency: CurrencyId, amount: bigint): void {
    let fees = this.#payers.get(payer);
    if (fees === undefined) {
      fees = new Map();
      this.#payers.set(payer, fees);
    }
    fees.set(currency, (fees.get(currency) ?? 0n) + amount);
    this.#totals.set(currency, (this.#totals.get(currency) ?? 0n) + amount);
  }

  /** Payers in their order; one that was yielded may be removed or put last meanwhile. */
  *payers(): Generator<{ readonly payer: UserId; readonly fees: readonly RebateFee[] }> {
    for (const [payer, fees] of this.#payers)
      yield {
        payer,
        fees: [...fees].map(([currency, amount]) => ({ currency, amount: amount as Amount })),
      };
  }

  remove(payer: UserId): void {
    for (const currency of this.#payers.get(payer)?.keys() ?? []) this.#takeOut(payer, currency);
    this.#payers.delete(payer);
  }

  /** Removes fees of a payer. A payer with other fees left becomes the last of the payers. */
  removeAndPutLast(payer: UserId, gone: readonly RebateFee[]): void {
    const fees = this.#payers.get(payer);
    if (fees === undefined) return;
    for (const { currency } of gone) this.#takeOut(payer, currency);
    this.#payers.delete(payer);
    if (fees.size > 0) this.#payers.set(payer, fees);
  }

  isSound(): boolean {
    const sums = new Map<CurrencyId, bigint>();
    for (const fees of this.#payers.values()) {
      if (fees.size === 0) return false;
      for (const [currency, amount] of fees) {
        if (amount <= 0n) return false;
        sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      }
    }
    return (
      sums.size === this.#totals.size &&
      [...sums].every(([currency, sum]) => this.#totals.get(currency) === sum)
    );
  }

  snapshot(): SnapshotRebatePayer[] {
    return [...this.#payers].map(([user, fees]) => ({
      user,
      fees: [...fees].map(([currency, amount]) => ({ currency, amount: amount.toString() })),
    }));
  }

  #takeOut(payer: UserId, currency: CurrencyId): void {
    const fees = this.#payers.get(payer);
    const amount = fees?.get(currency) ?? 0n;
    const left = (this.#totals.get(currency) ?? 0n) - amount;
    fees?.delete(currency);
    if (left === 0n) this.#totals.delete(currency);
    else this.#totals.set(currency, left);
  }
}
