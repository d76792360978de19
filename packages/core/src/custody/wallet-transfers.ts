import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Margin } from '../margin/margin.ts';
import type { Rejection } from '../rejections.ts';
import type { Seconds } from '../seconds/seconds.ts';
import { isTransfer } from './custody-commands-check.ts';
import type { TransferFunds } from './custody-commands.ts';

interface WalletTransfersParts extends Pick<AreaParts<never>, 'ledger' | 'listings'> {
  readonly margin: Margin;
  readonly seconds: Seconds;
}

/** Moves money between the wallets of one user. */
export class WalletTransfers {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #margin: Margin;
  readonly #seconds: Seconds;

  constructor({ ledger, listings, margin, seconds }: WalletTransfersParts) {
    this.#ledger = ledger;
    this.#listings = listings;
    this.#margin = margin;
    this.#seconds = seconds;
  }

  transfer(command: TransferFunds, timeMs: number): Rejection | undefined {
    if (!isTransfer(command)) return 'malformed';
    const { user, from, to, currency, amount } = command;
    if (from === to) return 'wallets_same';
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const source = this.#ledger.find(user, from, currency);
    if (source < 0 || this.#ledger.available(source) < amount) return 'balance_insufficient';
    const settling =
      from === 'margin' || to === 'margin' ? this.#margin.mayMove(user, currency) : undefined;
    if (settling !== undefined) return settling;
    const inUse =
      from === 'margin' ? this.#margin.mayLeave(user, currency, amount, timeMs) : undefined;
    if (inUse !== undefined) return inUse;
    if (from === 'seconds' && user === SYSTEM.house && amount > this.#seconds.free(currency))
      return 'house_insufficient';
    if (from === 'margin' && user === SYSTEM.house && amount > this.#margin.houseFree(currency))
      return 'house_insufficient';
    this.#ledger.post(source, -amount, 'transfer', 0, to);
    this.#ledger.post(this.#ledger.open(user, to, currency), amount, 'transfer', 0, from);
    if (from === 'margin') this.#margin.afterLeaving(user, currency);
    return undefined;
  }
}
