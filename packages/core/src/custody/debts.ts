import type { CurrencyId, UserId } from '../ids.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SnapshotCustody } from '../snapshot.ts';

interface Taking {
  readonly most: bigint;
  readonly reason: 'reversal' | 'shortage' | 'chainCost' | 'repayment';
  readonly reference: string;
}

/** Owns what users owe after the reversal of deposits that they had already spent. What comes in repays it first. */
export class Debts {
  readonly #ledger: Ledger;
  readonly #owed = new Map<UserId, Map<CurrencyId, bigint>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  has(user: UserId): boolean {
    return this.#owed.has(user);
  }

  add(user: UserId, currency: CurrencyId, amount: bigint): void {
    this.#set(user, currency, this.#of(user, currency) + amount);
  }

  /** What came in repays the user's debt: to the insurance account, which paid for such shortages. */
  collect(user: UserId, currency: CurrencyId, reference: string): void {
    const debt = this.#of(user, currency);
    if (debt === 0n) return;
    const repaid = takeAvailable(this.#ledger, { owner: user, wallets: ['spot'], currency }, { most: debt, reason: 'repayment', reference });
    if (repaid > 0n) this.#ledger.post(this.#ledger.open(SYSTEM.insurance, 'spot', currency), repaid, 'repayment', 0, reference);
    this.#set(user, currency, debt - repaid);
  }

  snapshot(): SnapshotCustody['debts'] {
    const byNumber = (a: readonly [number, unknown], b: readonly [number, unknown]): number => a[0] - b[0];
    return [...this.#owed].sort(byNumber).flatMap(([user, owed]) => [...owed].sort(byNumber).map(([currency, amount]) => ({ user, currency, amount: amount.toString() })));
  }

  restore(rows: SnapshotCustody['debts']): void {
    for (const { user, currency, amount } of rows) this.#set(user, currency, BigInt(amount));
  }

  #of(user: UserId, currency: CurrencyId): bigint {
    return this.#owed.get(user)?.get(currency) ?? 0n;
  }

  #set(user: UserId, currency: CurrencyId, debt: bigint): void {
    const owed = this.#owed.get(user) ?? new Map<CurrencyId, bigint>();
    if (debt > 0n) owed.set(currency, debt);
    else owed.delete(currency);
    if (owed.size > 0) this.#owed.set(user, owed);
    else this.#owed.delete(user);
  }
}

/** Takes what there is of an amount from the wallets of an owner, in their order. @returns what it took */
export function takeAvailable(ledger: Ledger, from: { readonly owner: UserId; readonly wallets: readonly ('spot' | 'p2p' | 'seconds')[]; readonly currency: CurrencyId }, { most, reason, reference }: Taking): bigint {
  let left = most;
  for (const wallet of from.wallets) {
    const account = ledger.find(from.owner, wallet, from.currency);
    const available = account < 0 ? 0n : ledger.available(account);
    const part = available < left ? available : left;
    if (part <= 0n) continue;
    ledger.post(account, -part, reason, 0, reference);
    left -= part;
  }
  return most - left;
}
