import type { CurrencyId, UserId } from '../ids.ts';
import type { Outcome } from '../events.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { Listings } from '../catalog/listings.ts';
import type { Rejection } from '../rejections.ts';
import type { SnapshotEscrows } from '../snapshot.ts';
import { isHold, isPayHold } from './custody-commands-check.ts';
import type { EscrowId, HoldFunds, PayHold } from './custody-commands.ts';
import type { Custody } from './custody.ts';

interface Escrow {
  readonly id: EscrowId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly hold: HoldSlot;
}

/**
 * Owns coins that wait for something outside to happen, a bank transfer for example: each of a user's spot wallet, held.
 * Promises that each goes once, and whole, to one user or back. Who gets it, the server says.
 */
export class Escrows {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #custody: Custody;
  readonly #checks: InvariantChecks;
  readonly #open = new Map<EscrowId, Escrow>();
  #next = 1;

  constructor({ ledger, listings, custody, checks }: { ledger: Ledger; listings: Listings; custody: Custody; checks: InvariantChecks }) {
    this.#ledger = ledger;
    this.#listings = listings;
    this.#custody = custody;
    this.#checks = checks;
  }

  hold(command: HoldFunds): Outcome {
    if (!isHold(command)) return { ok: false, rejection: 'malformed' };
    const { user, currency, amount } = command;
    if (this.#listings.currency(currency) === undefined) return { ok: false, rejection: 'currency_unknown' };
    const stopped = this.#custody.stopped(user, currency);
    if (stopped !== undefined) return { ok: false, rejection: stopped };
    const account = this.#ledger.find(user, 'spot', currency);
    if (account < 0 || this.#ledger.available(account) < amount) return { ok: false, rejection: 'balance_insufficient' };
    const id = this.#next++;
    this.#open.set(id, { id, user, currency, amount, hold: this.#ledger.hold(account, amount, id, 'escrow') });
    return { ok: true, id };
  }

  pay(command: PayHold): Rejection | undefined {
    if (!isPayHold(command)) return 'malformed';
    const escrow = this.#open.get(command.escrow);
    if (escrow === undefined) return 'escrow_not_found';
    const { id, user, currency, amount, hold } = escrow;
    const { recipient } = command;
    if (recipient !== 0 && recipient !== user) {
      const stopped = this.#custody.stopped(user, currency);
      if (stopped !== undefined) return stopped;
      this.#ledger.spend(hold, amount, 'inSite', id, 'escrow');
      this.#ledger.post(this.#ledger.open(recipient, 'spot', currency), amount, 'inSite', id, 'escrow');
      this.#custody.collectDebt(recipient, currency, '');
    }
    this.#ledger.closeHold(hold);
    this.#open.delete(id);
    return undefined;
  }

  /** Full scan: what waits is held. */
  verify(): void {
    for (const { id, hold, amount } of this.#open.values()) this.#checks.check('L5', this.#ledger.holdAmount(hold) === amount, `escrow ${id} does not hold its amount`);
  }

  snapshot(): SnapshotEscrows {
    return { next: this.#next, open: [...this.#open.values()].map(({ hold: _hold, ...escrow }) => ({ ...escrow, amount: escrow.amount.toString() })) };
  }

  restore(snapshot: SnapshotEscrows): void {
    this.#next = snapshot.next;
    for (const row of snapshot.open) {
      const amount = BigInt(row.amount);
      const account = this.#ledger.open(row.user, 'spot', row.currency);
      this.#open.set(row.id, { ...row, amount, hold: this.#ledger.restoreHold(account, amount, row.id, 'escrow') });
    }
  }
}
