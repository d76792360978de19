import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Posted } from '@meridian/core/ledger/posting';
import { WALLETS, type Wallet } from '@meridian/core/ledger/accounts';
import type { SnapshotAccount } from '@meridian/core/ledger/ledger-snapshot';

/** The available and the held part of an account, in smallest units of its currency. */
export interface Balance {
  readonly available: Amount;
  readonly held: Amount;
}

export interface AccountBalance extends Balance {
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
}

const NOTHING: Balance = { available: 0n as Amount, held: 0n as Amount };

/**
 * Balances of every account, as the durable postings left them. Entries are replaced, never
 * changed, so they may be kept.
 */
export class LiveAccounts {
  readonly #users = new Map<UserId, Map<number, AccountBalance>>();

  load(accounts: readonly SnapshotAccount[]): void {
    this.#users.clear();
    for (const { user, wallet, currency, available, held } of accounts) {
      this.#set(user, {
        wallet,
        currency,
        available: BigInt(available) as Amount,
        held: BigInt(held) as Amount,
      });
    }
  }

  post(event: Posted): void {
    const { wallet, currency, availableAfter, heldAfter } = event;
    this.#set(event.user, { wallet, currency, available: availableAfter, held: heldAfter });
  }

  balance(user: UserId, wallet: Wallet, currency: CurrencyId): Balance {
    return this.#users.get(user)?.get(accountKey(wallet, currency)) ?? NOTHING;
  }

  /** Every account of the user that ever moved, by wallet and currency. */
  balances(user: UserId): AccountBalance[] {
    const accounts = this.#users.get(user);
    if (accounts === undefined) return [];
    return [...accounts].sort(([a], [b]) => a - b).map(([, balance]) => balance);
  }

  /** The balance of each account of each user, the available and the held part together. */
  *holdings(): Generator<{ user: UserId; currency: CurrencyId; units: bigint }> {
    for (const [user, accounts] of this.#users)
      for (const { currency, available, held } of accounts.values())
        yield { user, currency, units: available + held };
  }

  #set(user: UserId, balance: AccountBalance): void {
    let accounts = this.#users.get(user);
    if (accounts === undefined) {
      accounts = new Map();
      this.#users.set(user, accounts);
    }
    accounts.set(accountKey(balance.wallet, balance.currency), balance);
  }
}

/** Currency ids stay below 1,024 (see the catalog). */
function accountKey(wallet: Wallet, currency: CurrencyId): number {
  return WALLETS.indexOf(wallet) * 1024 + currency;
}
