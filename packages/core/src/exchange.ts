import { AMOUNT_LIMIT } from '@meridian/money/amount';
import { Listings } from './catalog/listings.ts';
import { encodeCommand } from './command-codec.ts';
import type { Command, Credit, Deposit, SetIndexPrices } from './commands.ts';
import type { CustodyCommand } from './custody/custody-commands.ts';
import { Custody } from './custody/custody.ts';
import { DayLimits } from './custody/day-limits.ts';
import { Debts } from './custody/debts.ts';
import { Escrows } from './custody/escrows.ts';
import { isCancel, isCost, isHold, isRequest, isTransfer } from './custody/custody-commands-check.ts';
import type { Applied, Event, Outcome } from './events.ts';
import { fingerprintOf, IdempotencyKeys, isKey } from './idempotency.ts';
import { InvariantChecks, type InvariantId } from './invariants.ts';
import { SYSTEM, WALLETS } from './ledger/accounts.ts';
import { Ledger } from './ledger/ledger.ts';
import { isMarginUserCommand } from './margin/margin-commands-check.ts';
import { Margin } from './margin/margin.ts';
import type { Rejection } from './rejections.ts';
import { isSecondsContent } from './seconds/seconds-commands-check.ts';
import { Seconds } from './seconds/seconds.ts';
import type { ExchangeSnapshot } from './snapshot.ts';
import { isTradingUser, isWellFormed, MAX_USER } from './spot/place-order.ts';
import { Spot } from './spot/spot.ts';

const MAX_REFERENCE_LENGTH = 200;

/** The commands that may carry an idempotency key. */
type UserCommand = Extract<Command, { key?: string }>;

/**
 * The exchange as a state machine: `(state, command) -> events | rejection`. Pure and synchronous: no clock, randomness or
 * I/O; time arrives with the command. Same commands and times, same state and events, on any machine.
 * An invariant that fails throws `InvariantError`: the state must not be used any more.
 */
export class Exchange {
  readonly #checks = new InvariantChecks();
  /** The events of the running command. One holder shared by all areas, so that their order is the order of what happened. */
  readonly #events: { list: Event[] } = { list: [] };
  readonly #ledger = new Ledger(this.#checks, this.#events);
  readonly #listings = new Listings(this.#events);
  readonly #spot = new Spot({ ledger: this.#ledger, listings: this.#listings, checks: this.#checks, events: this.#events });
  readonly #margin = new Margin({ ledger: this.#ledger, listings: this.#listings, checks: this.#checks, events: this.#events });
  readonly #seconds = new Seconds({ ledger: this.#ledger, listings: this.#listings, checks: this.#checks, events: this.#events });
  readonly #dayLimits = new DayLimits(this.#checks);
  readonly #debts = new Debts(this.#ledger);
  readonly #custody = new Custody({ ledger: this.#ledger, listings: this.#listings, margin: this.#margin, seconds: this.#seconds, dayLimits: this.#dayLimits, debts: this.#debts, checks: this.#checks, events: this.#events });
  readonly #escrows = new Escrows({ ledger: this.#ledger, listings: this.#listings, custody: this.#custody, dayLimits: this.#dayLimits, debts: this.#debts, checks: this.#checks, events: this.#events });
  readonly #keys = new IdempotencyKeys();
  #seq = 0;
  #timeMs = 0;

  /** Sequence number of the last applied command, 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** Engine time of the last applied command, milliseconds UTC; never decreases. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Applies command number `seq + 1`. @param timeMs engine time, not before the last one's */
  apply(command: Command, timeMs: number): Applied {
    if (!Number.isSafeInteger(timeMs) || timeMs < this.#timeMs) throw new RangeError(`engine time ${timeMs} is before ${this.#timeMs}`);
    this.#seq++;
    this.#timeMs = timeMs;
    this.#keys.expire(timeMs);
    this.#events.list = [];
    const { key } = command as { key?: string };
    const outcome = key === undefined ? this.#dispatch(command, timeMs) : this.#applyOnce(command as UserCommand, key, timeMs);
    this.#ledger.balanceCommand();
    return { seq: this.#seq, timeMs, outcome, events: this.#events.list };
  }

  /** The whole state, in canonical order. */
  snapshot(): ExchangeSnapshot {
    return {
      format: 3,
      seq: this.#seq,
      timeMs: this.#timeMs,
      ...this.#spot.counters,
      currencies: this.#listings.snapshotCurrencies(),
      markets: this.#listings.snapshotMarkets(),
      accounts: this.#ledger.snapshot(),
      orders: this.#spot.snapshot(),
      custody: this.#custody.snapshot(),
      escrows: this.#escrows.snapshot(),
      margin: this.#margin.snapshot(),
      seconds: this.#seconds.snapshot(),
      keys: this.#keys.snapshot(),
    };
  }

  /** The exchange that a snapshot describes, fully verified. Throws where the snapshot contradicts itself. */
  static restore(snapshot: ExchangeSnapshot): Exchange {
    if ((snapshot.format as number) !== 3) throw new Error(`snapshot format ${String(snapshot.format)} is not known`);
    const exchange = new Exchange();
    exchange.#seq = snapshot.seq;
    exchange.#timeMs = snapshot.timeMs;
    exchange.#listings.restore(snapshot.currencies, snapshot.markets);
    exchange.#ledger.restore(snapshot.accounts);
    exchange.#spot.restore(snapshot.orders, snapshot);
    exchange.#custody.restore(snapshot.custody);
    exchange.#escrows.restore(snapshot.escrows);
    exchange.#margin.restore(snapshot.margin);
    exchange.#seconds.restore(snapshot.seconds);
    exchange.#keys.restore(snapshot.keys);
    exchange.verify();
    return exchange;
  }

  /** Runs every full-scan invariant (S in docs/INVARIANTS.md) and throws on the first that does not hold. */
  verify(): void {
    this.#ledger.verify();
    this.#spot.verify();
    this.#custody.verify();
    this.#escrows.verify();
    this.#dayLimits.verify([...this.#custody.outflows(), ...this.#escrows.outflows()]);
    this.#margin.verify();
    this.#seconds.verify();
  }

  /** How often each invariant was checked, by its number (`L1`, `B4` ...). */
  invariantChecks(): Record<InvariantId, number> {
    return this.#checks.byId();
  }

  #applyOnce(command: UserCommand, key: string, timeMs: number): Outcome {
    if (!isKey(key) || !Number.isSafeInteger(command.user)) return refused('malformed');
    const fingerprint = fingerprintOf(command, encodeCommand);
    const found = this.#keys.find(command.user, key, fingerprint);
    if (found === 'reused') return refused(isContentWellFormed(command) ? 'idempotency_key_reused' : 'malformed');
    if (found !== undefined) return found;
    const outcome = this.#dispatch(command, timeMs);
    if (outcome.ok || outcome.rejection !== 'malformed') {
      this.#keys.remember({ user: command.user, key, fingerprint, timeMs, outcome });
    }
    return outcome;
  }

  #dispatch(command: Command, timeMs: number): Outcome {
    switch (command.kind) {
      case 'spot.place':
        return this.#spot.place(command, timeMs);
      case 'spot.cancel':
        return this.#spot.cancel(command);
      case 'index.set':
        return answer(this.#setIndexPrices(command, timeMs));
      case 'ledger.deposit':
        return answer(this.#move(SYSTEM.outside, command));
      case 'ledger.credit':
        return answer(this.#move(SYSTEM.house, command));
      case 'currency.list':
        return answer(this.#listings.listCurrency(command));
      case 'market.list':
        return answer(this.#listings.listMarket(command));
      case 'clock.tick':
        this.#seconds.settleDue(timeMs);
        this.#margin.onTime(timeMs);
        return { ok: true };
      case 'margin.terms':
      case 'margin.open':
      case 'margin.cancel':
      case 'margin.close':
      case 'margin.closeAll':
      case 'margin.stops':
        return this.#margin.apply(command, timeMs);
      case 'seconds.terms':
      case 'seconds.open':
      case 'seconds.listInsurance':
      case 'seconds.insure':
      case 'seconds.endInsurance':
        return this.#seconds.apply(command, timeMs);
      default:
        return this.#dispatchCustody(command, timeMs);
    }
  }

  #dispatchCustody(command: CustodyCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'custody.network':
        return answer(this.#custody.list(command));
      case 'custody.transfer':
        return answer(this.#custody.transfer(command, timeMs));
      case 'custody.deposit':
        return answer(this.#custody.deposit(command));
      case 'custody.reverse':
        return answer(this.#custody.reverse(command));
      case 'custody.withdraw':
        return this.#custody.request(command, timeMs);
      case 'custody.cancel':
        return answer(this.#custody.cancel(command));
      case 'custody.approve':
        return answer(this.#custody.approve(command));
      case 'custody.reject':
        return answer(this.#custody.reject(command));
      case 'custody.sign':
        return answer(this.#custody.sign(command.withdrawal, timeMs));
      case 'custody.settle':
        return answer(this.#custody.settle(command));
      case 'custody.fail':
        return answer(this.#custody.fail(command.withdrawal));
      case 'custody.cost':
        return answer(this.#custody.payCost(command));
      case 'custody.hold':
        return this.#escrows.hold(command, timeMs);
      case 'custody.payHold':
        return answer(this.#escrows.pay(command));
      case 'custody.pause':
        return answer(this.#custody.pause(command));
      default:
        return refused('malformed');
    }
  }

  /** What fell due before these prices is settled without them; then they count. */
  #setIndexPrices(command: SetIndexPrices, timeMs: number): Rejection | undefined {
    const rejection = this.#listings.checkIndexPrices(command);
    if (rejection !== undefined) return rejection;
    this.#seconds.settleDue(timeMs);
    this.#listings.setIndexPrices(command, timeMs);
    this.#seconds.tick(command.prices, timeMs, this.#seq);
    this.#margin.onPrices(command.prices, timeMs);
    return undefined;
  }

  /** Posts an amount from the outside world or the house to a user. */
  #move(from: typeof SYSTEM.outside | typeof SYSTEM.house, command: Deposit | Credit): Rejection | undefined {
    if (!isContentWellFormed(command)) return 'malformed';
    const { user, wallet, currency, amount, reference } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const source = this.#ledger.open(from, 'spot', currency);
    const left = this.#ledger.available(source) - amount;
    if (from === SYSTEM.house && left < 0n) return 'house_insufficient';
    // The outside world owes the sum of all others: while it stays above -2^63, no balance can leave 64 bits.
    if (left <= -AMOUNT_LIMIT) return 'amount_too_large';
    const reason = from === SYSTEM.house ? 'credit' : 'deposit';
    this.#ledger.post(source, -amount, reason, 0, reference);
    this.#ledger.post(this.#ledger.open(user, wallet, currency), amount, reason, 0, reference);
    return undefined;
  }
}

/**
 * What two exchanges are compared by: everything that decides what happens next. Sequence number and time of the last
 * command are left out, so that a refused command leaves it as it was.
 */
export function canonicalSnapshot(snapshot: ExchangeSnapshot): string {
  const { seq: _seq, timeMs: _timeMs, ...state } = snapshot;
  return JSON.stringify(state);
}

/** Whether a command of a user is what its type says: the journal and the fuzzer may bring anything. */
function isContentWellFormed(command: UserCommand): boolean {
  if (command.kind === 'spot.place') return isWellFormed(command);
  if (command.kind === 'spot.cancel') return isTradingUser(command.user) && Number.isSafeInteger(command.order) && command.order >= 1;
  if (command.kind === 'custody.transfer') return isTransfer(command);
  if (command.kind === 'custody.withdraw') return isRequest(command);
  if (command.kind === 'custody.cancel') return isCancel(command);
  if (command.kind === 'custody.cost') return isCost(command);
  if (command.kind === 'custody.hold') return isHold(command);
  if (command.kind === 'margin.open' || command.kind === 'margin.cancel' || command.kind === 'margin.close' || command.kind === 'margin.closeAll' || command.kind === 'margin.stops') return isMarginUserCommand(command);
  if (command.kind === 'seconds.open' || command.kind === 'seconds.insure' || command.kind === 'seconds.endInsurance') return isSecondsContent(command);
  const { kind, user, wallet, amount, reference } = command;
  const isPayer = user === SYSTEM.outside || (kind === 'ledger.credit' && user === SYSTEM.house);
  const isUser = Number.isSafeInteger(user) && user >= 1 && user < MAX_USER && !isPayer;
  if (!isUser || !WALLETS.includes(wallet) || typeof amount !== 'bigint' || amount <= 0n) return false;
  return typeof reference === 'string' && reference.length <= MAX_REFERENCE_LENGTH;
}

function answer(rejection: Rejection | undefined): Outcome {
  return rejection === undefined ? { ok: true } : refused(rejection);
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}
