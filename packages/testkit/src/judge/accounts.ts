/** All balances, and a row for each change of one, as the statement of an account must have it. */

export interface Account {
  readonly user: number;
  readonly wallet: string;
  readonly currency: number;
  available: bigint;
  held: bigint;
}

/** A change of the sum of an account. */
export interface Movement {
  readonly account: Account;
  readonly amount: bigint;
  readonly balance: bigint;
  readonly reason: string;
  readonly subject: number;
  readonly reference: string;
}

/** The reason of a movement. */
export interface Cause {
  readonly reason: string;
  readonly subject: number;
  readonly reference: string;
}

export class Accounts {
  readonly #accounts = new Map<string, Account>();
  /** Movements of the running command. */
  movements: Movement[] = [];

  at(user: number, wallet: string, currency: number): Account {
    const name = `${user} ${wallet} ${currency}`;
    let account = this.#accounts.get(name);
    if (account === undefined) {
      account = { user, wallet, currency, available: 0n, held: 0n };
      this.#accounts.set(name, account);
    }
    return account;
  }

  all(): Iterable<Account> {
    return this.#accounts.values();
  }

  /** Adds to the available part; a negative amount subtracts. */
  move(account: Account, amount: bigint, cause: Cause): void {
    account.available += amount;
    this.#note(account, amount, cause);
  }

  /** Subtracts from the held part. */
  pay(account: Account, amount: bigint, cause: Cause): void {
    account.held -= amount;
    this.#note(account, -amount, cause);
  }

  /** Moves from available to held; a negative amount moves back. */
  hold(account: Account, amount: bigint): void {
    account.available -= amount;
    account.held += amount;
  }

  #note(account: Account, amount: bigint, { reason, subject, reference }: Cause): void {
    this.movements.push({
      account,
      amount,
      balance: account.available + account.held,
      reason,
      subject,
      reference,
    });
  }
}
