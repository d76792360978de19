import { AMOUNT_LIMIT } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import { SYSTEM } from './accounts.ts';
import { isCredit, isPayment } from './ledger-command-table.ts';
import type { Credit, Deposit, LedgerCommand } from './ledger-commands.ts';
import type { Ledger } from './ledger.ts';

/** Pays users from the outside world, and from the house. */
export class Payments {
  readonly #ledger: Ledger;
  readonly #listings: Listings;

  constructor({ ledger, listings }: Pick<AreaParts<never>, 'ledger' | 'listings'>) {
    this.#ledger = ledger;
    this.#listings = listings;
  }

  apply(command: LedgerCommand): Outcome {
    return outcomeOf(
      command.kind === 'ledger.deposit' ? this.#deposit(command) : this.#credit(command),
    );
  }

  #deposit(command: Deposit): Rejection | undefined {
    if (!isPayment(command)) return 'malformed';
    return this.#pay(SYSTEM.outside, command, 'deposit');
  }

  #credit(command: Credit): Rejection | undefined {
    if (!isCredit(command)) return 'malformed';
    return this.#pay(SYSTEM.house, command, 'credit');
  }

  #pay(
    from: typeof SYSTEM.outside | typeof SYSTEM.house,
    { user, wallet, currency, amount, reference }: LedgerCommand,
    reason: 'deposit' | 'credit',
  ): Rejection | undefined {
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const source = this.#ledger.open(from, 'spot', currency);
    const left = this.#ledger.available(source) - amount;
    if (from === SYSTEM.house && left < 0n) return 'house_insufficient';
    // The outside world owes the sum of all others: while it stays above -2^63, no balance can
    // leave 64 bits.
    if (left <= -AMOUNT_LIMIT) return 'amount_too_large';
    this.#ledger.post(source, -amount, reason, 0, reference);
    this.#ledger.post(this.#ledger.open(user, wallet, currency), amount, reason, 0, reference);
    return undefined;
  }
}
