import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';

export interface Balance {
  readonly available: bigint;
  readonly held: bigint;
}

export interface NaivePosting {
  readonly account: string;
  readonly available: bigint;
  readonly held: bigint;
}

/** The reason of a posting, for the statement. */
export interface Cause {
  readonly reason: string;
  readonly subject: number;
  readonly reference: string;
}

/**
 * The ledger operations that the oracles of the areas use. The judge has a ledger of its own, which
 * keeps the causes.
 */
export interface OracleLedger {
  balance(account: string): Balance;
  post(account: string, available: bigint, held?: bigint, cause?: Cause): void;
}

export function because(reason: string, subject: number, reference = ''): Cause {
  return { reason, subject, reference };
}

const EMPTY: Balance = { available: 0n, held: 0n };

/** The name of an account in the naive ledger: `user/wallet/currency`. */
export function accountName(user: UserId, wallet: Wallet, currency: CurrencyId): string {
  return `${user}/${wallet}/${currency}`;
}

/**
 * A flat list of postings. Balances are sums over that list; `balance` keeps a running sum, because
 * summing anew at each call would take hours, and `recount` proves that the running sums are the
 * sums of the list.
 */
export class NaiveLedger implements OracleLedger {
  readonly #postings: NaivePosting[] = [];
  readonly #running = new Map<string, Balance>();
  /** Accounts that the present command has written. */
  readonly touched = new Set<string>();

  balance(account: string): Balance {
    return this.#running.get(account) ?? EMPTY;
  }

  post(account: string, available: bigint, held: bigint = 0n): void {
    const before = this.balance(account);
    this.#postings.push({ account, available, held });
    this.#running.set(account, {
      available: before.available + available,
      held: before.held + held,
    });
    this.touched.add(account);
  }

  /** All non-empty accounts, by name. */
  balances(): Map<string, Balance> {
    const entries = [...this.#running].filter(
      ([, { available, held }]) => available !== 0n || held !== 0n,
    );
    return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * Adds up the whole list (L7), each currency to zero (L4), and throws if a running sum or a sign
   * (L2) is wrong.
   */
  recount(): void {
    const sums = new Map<string, Balance>();
    const totals = new Map<string, bigint>();
    for (const { account, available, held } of this.#postings) {
      const before = sums.get(account) ?? EMPTY;
      sums.set(account, { available: before.available + available, held: before.held + held });
      const currency = account.slice(account.lastIndexOf('/') + 1);
      totals.set(currency, (totals.get(currency) ?? 0n) + available + held);
    }
    for (const [account, sum] of sums) {
      const running = this.balance(account);
      if (running.available !== sum.available || running.held !== sum.held)
        throw new Error(`${account} is not its postings' sum`);
      if (sum.held < 0n || (sum.available < 0n && !account.startsWith('1/')))
        throw new Error(`${account} is below zero`);
    }
    for (const [currency, total] of totals)
      if (total !== 0n) throw new Error(`currency ${currency} sums to ${total}`);
  }
}
