import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { EventSink } from '../event-sink.ts';
import type { CustodyEvent } from './custody-events.ts';
import type { Outcome } from '../outcome.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { Listings } from '../catalog/listings.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { SnapshotEscrows } from './custody-snapshot.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { isHold, isPayHold } from './custody-commands-check.ts';
import type { EscrowId, HoldFunds, PayHold } from './custody-commands.ts';
import type { DayLimits, Outflow } from './day-limits.ts';
import type { Debts } from './debts.ts';
import type { OutflowHistory } from './outflow-history.ts';
import type { Withdrawals } from './withdrawals.ts';

interface Escrow {
  readonly id: EscrowId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  /** Worth charged to the owner's daily limit; 0 if exempt. */
  readonly worth: bigint;
  readonly day: number;
  /** Number of its `deal` transfer, 0 without one. */
  readonly deal: number;
  readonly hold: HoldSlot;
}

/**
 * Owns escrows: coins of a user's spot wallet, held until an event outside the exchange, a bank
 * transfer for example. Promises that each goes once, and whole, to one user or back. The server
 * decides the recipient.
 */
export class Escrows {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #withdrawals: Withdrawals;
  readonly #dayLimits: DayLimits;
  readonly #debts: Debts;
  readonly #history: OutflowHistory;
  readonly #rules: Rules;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<CustodyEvent>;
  readonly #open = new Map<EscrowId, Escrow>();
  /** Escrows of deals, by number of the transfer. */
  readonly #ofDeals = new Map<number, Escrow>();
  #next = 1;

  constructor(
    parts: AreaParts<CustodyEvent> & {
      withdrawals: Withdrawals;
      dayLimits: DayLimits;
      debts: Debts;
      history: OutflowHistory;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#withdrawals = parts.withdrawals;
    this.#dayLimits = parts.dayLimits;
    this.#debts = parts.debts;
    this.#history = parts.history;
    this.#rules = parts.rules;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  /**
   * The first outcome of a repeated hold whose coins still wait; undefined where they do not, or
   * where the hold was another one.
   */
  repeated({ user, currency, amount, dayLimit, transfer }: HoldFunds): Outcome | undefined {
    const escrow = transfer === undefined ? undefined : this.#ofDeals.get(transfer.number);
    const isSame =
      escrow?.user === user &&
      escrow.currency === currency &&
      escrow.amount === amount &&
      escrow.worth > 0n === (dayLimit !== undefined);
    return isSame ? { ok: true, id: escrow.id } : undefined;
  }

  hold(command: HoldFunds, timeMs: number): Outcome {
    if (!isHold(command)) return { ok: false, rejection: 'malformed' };
    const { user, currency, amount, dayLimit } = command;
    if (this.#listings.currency(currency) === undefined)
      return { ok: false, rejection: 'currency_unknown' };
    const stopped =
      this.#withdrawals.stopped(user, currency) ?? this.#withdrawals.reviewed(user, timeMs);
    if (stopped !== undefined) return { ok: false, rejection: stopped };
    const outflow = { user, worth: dayLimit === undefined ? 0n : amount, day: shanghaiDay(timeMs) };
    if (dayLimit !== undefined && this.#dayLimits.isBeyond(outflow, dayLimit))
      return { ok: false, rejection: 'day_limit_exceeded' };
    // A deal has no step for an operator's approval: an amount that needs one must leave as a
    // withdrawal, or in smaller parts on other days.
    if (
      dayLimit !== undefined &&
      this.#rules.refusesLargeSales &&
      this.#withdrawals.needsApproval(user, currency, amount, timeMs)
    )
      return { ok: false, rejection: 'sale_needs_approval' };
    const account = this.#ledger.find(user, 'spot', currency);
    if (account < 0 || this.#ledger.available(account) < amount)
      return { ok: false, rejection: 'balance_insufficient' };
    const id = this.#next++;
    if (dayLimit !== undefined) {
      this.#dayLimits.count(outflow, dayLimit);
      if (this.#rules.countsOutflows)
        this.#history.add({ user, name: nameOf(id), worth: amount, approvals: 0 });
    }
    this.#keep({
      id,
      currency,
      amount,
      ...outflow,
      deal: command.transfer?.number ?? 0,
      hold: this.#ledger.hold(account, amount, id, 'escrow'),
    });
    this.#events.list.push({
      type: 'escrowHeld',
      escrow: id,
      user,
      currency,
      worth: outflow.worth as Amount,
      dayLimit: dayLimit ?? (0n as Amount),
    });
    return { ok: true, id };
  }

  pay(command: PayHold, timeMs: number): Rejection | undefined {
    if (!isPayHold(command)) return 'malformed';
    const escrow = this.#open.get(command.escrow);
    if (escrow === undefined) return 'escrow_not_found';
    const { id, user, currency, amount, hold } = escrow;
    const { recipient, operator } = command;
    const isGivenBack = recipient === 0 || recipient === user;
    if (!isGivenBack) {
      const stopped =
        this.#withdrawals.stopped(user, currency) ??
        (operator === undefined ? this.#withdrawals.reviewed(user, timeMs) : undefined);
      if (stopped !== undefined) return stopped;
      this.#history.leave(user, nameOf(id), timeMs);
      this.#ledger.spend(hold, amount, 'inSite', id, 'escrow');
      this.#ledger.post(
        this.#ledger.open(recipient, 'spot', currency),
        amount,
        'inSite',
        id,
        'escrow',
      );
      this.#debts.collectFromSpot(recipient, currency, '');
    } else {
      this.#dayLimits.giveBack(escrow);
      this.#history.giveBack(user, nameOf(id));
    }
    this.#ledger.closeHold(hold);
    this.#open.delete(id);
    this.#ofDeals.delete(escrow.deal);
    this.#events.list.push({
      type: 'escrowEnded',
      escrow: id,
      recipient: isGivenBack ? 0 : recipient,
      ...(operator === undefined ? {} : { operator }),
    });
    return undefined;
  }

  /** After a change of rules: counts open escrows. */
  countOutflows(): void {
    for (const { id, user, worth } of this.#open.values())
      if (worth > 0n) this.#history.add({ user, name: nameOf(id), worth, approvals: 0 });
  }

  /** Open escrows, as outflows. */
  outflows(): Iterable<Outflow> {
    return this.#open.values();
  }

  /** Numbers of the deals with open escrows. */
  deals(): number[] {
    return [...this.#open.values()].flatMap(({ deal }) => (deal === 0 ? [] : [deal]));
  }

  /** Full scan: each open escrow has its hold. */
  verify(): void {
    for (const { id, hold, amount } of this.#open.values()) {
      this.#ledger.checkOwner(hold, id, 'escrow');
      this.#checks.check(
        'L5',
        this.#ledger.holdAmount(hold) === amount,
        `escrow ${id} does not hold its amount`,
      );
    }
  }

  snapshot(): SnapshotEscrows {
    const open = [...this.#open.values()].map(
      ({ id, user, currency, amount, worth, day, deal }) => {
        const optional = {
          ...(worth === 0n ? {} : { worth: worth.toString(), day }),
          ...(deal === 0 ? {} : { deal }),
        };
        return { id, user, currency, amount: amount.toString(), ...optional };
      },
    );
    return { next: this.#next, open };
  }

  restore(snapshot: SnapshotEscrows): void {
    this.#next = snapshot.next;
    for (const {
      id,
      user,
      currency,
      amount: text,
      worth = '0',
      day = 0,
      deal = 0,
    } of snapshot.open) {
      const amount = BigInt(text);
      const account = this.#ledger.open(user, 'spot', currency);
      this.#keep({
        id,
        user,
        currency,
        amount,
        worth: BigInt(worth),
        day,
        deal,
        hold: this.#ledger.restoreHold(account, amount, id, 'escrow'),
      });
    }
  }

  #keep(escrow: Escrow): void {
    this.#open.set(escrow.id, escrow);
    if (escrow.deal !== 0) this.#ofDeals.set(escrow.deal, escrow);
  }
}

/** Name of an escrow among all outflows. */
function nameOf(id: EscrowId): string {
  return `escrow ${id}`;
}
