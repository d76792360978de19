import type { Balance, Cause, OracleLedger } from '../naive-ledger.ts';
import type { Account, Accounts } from './accounts.ts';

/**
 * Presents the judge's accounts to the oracles of the areas. Each change of a sum keeps its cause
 * for the statement.
 */
export class AreaLedger implements OracleLedger {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  balance(name: string): Balance {
    const { available, held } = this.#at(name);
    return { available, held };
  }

  post(name: string, available: bigint, held = 0n, cause?: Cause): void {
    const account = this.#at(name);
    if (available === -held) return this.#accounts.hold(account, held);
    if (cause === undefined) throw new Error(`a change of ${name} has no cause`);
    if (available !== 0n && held !== 0n)
      throw new Error(`a change of ${name} is of both its parts`);
    if (held === 0n) this.#accounts.move(account, available, cause);
    else this.#accounts.pay(account, -held, cause);
  }

  /** @param name `user/wallet/currency` */
  #at(name: string): Account {
    const [user = '', wallet = '', currency = ''] = name.split('/');
    return this.#accounts.at(Number(user), wallet, Number(currency));
  }
}
