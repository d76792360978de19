import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay, shanghaiMidnight } from '../timers/shanghai-day.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import * as wellFormed from './earn-commands-check.ts';
import type {
  EarnProduct,
  ExitLock,
  LockCoins,
  LockId,
  ProductId,
  RenewLock,
} from './earn-commands.ts';
import type { EarnEvent, Lock, LockEnded } from './earn-events.ts';
import type { SnapshotEarn } from './earn-snapshot.ts';
import { interestOf, keptEarly } from './interest.ts';
import type { Products } from './products.ts';

interface LiveLock extends Lock {
  paidDays: number;
  paid: Amount;
  renews: boolean;
  /** Principal and paid interest, in the owner's spot wallet. */
  readonly hold: HoldSlot;
  /** Interest of the days to come, at the product's source. */
  readonly reserve: HoldSlot;
}

/**
 * Owns the locks of the products with a term. The interest of the whole term is held at the source
 * from the purchase on (E2), so a lock cannot default; each Shanghai midnight moves one day of it
 * into the owner's hold, at most once for a lock and a day (E1), and the last one frees everything.
 */
export class Locks {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<EarnEvent>;
  readonly #rules: Rules;
  readonly #products: Products;
  readonly #mayBegin: (user: UserId) => boolean;
  readonly #locks = new Map<LockId, LiveLock>();
  /** The running lock of a user in a product. */
  readonly #running = new Map<string, LockId>();
  readonly #timers = new TimerHeap();
  #nextLock = 1;

  constructor(
    parts: AreaParts<EarnEvent> & {
      readonly products: Products;
      readonly mayBegin: (user: UserId) => boolean;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#products = parts.products;
    this.#mayBegin = parts.mayBegin;
  }

  buy(command: LockCoins, timeMs: number): Outcome {
    if (!wellFormed.isLocking(command)) return refused('malformed');
    const { user, amount, renews } = command;
    const product = this.#products.open(command.product, ['wealth', 'pledge']);
    if (product === undefined) return refused('earn_closed');
    const isWithin = amount >= product.min && amount <= product.max;
    if (!isWithin || termInterest(product, amount) === 0n) return refused('earn_amount_invalid');
    if (this.#running.has(ownerKey(user, product.id))) return refused('lock_running');
    const problem =
      this.#products.problem(product, amount, timeMs) ?? this.#moneyProblem(user, product, amount);
    if (problem !== undefined) return refused(problem);
    this.#products.add(product.id, amount, timeMs);
    const fromDay = shanghaiDay(timeMs) + 1;
    const start = { user, amount, renews, boughtMs: timeMs, fromDay, renewsLock: 0 };
    return { ok: true, id: this.#open(product, start) };
  }

  exit(command: ExitLock, timeMs: number): Rejection | undefined {
    if (!wellFormed.isExit(command)) return 'malformed';
    const lock = this.#own(command);
    if (lock === undefined) return 'lock_not_found';
    const isOver = timeMs >= endOf(lock);
    if (!isOver && lock.earlyKeepBps === null && !this.#mayUndo(lock, timeMs)) return 'lock_fixed';
    const keepBps = lock.earlyKeepBps ?? 0;
    this.#end(lock, { cause: 'exited', kept: (paid) => keptEarly(paid, keepBps) }, timeMs);
    return undefined;
  }

  /**
   * Ends locks for a debt of their owner, the newest first, until enough is free. The coins that
   * pay the debt may never have arrived, so their owner keeps no interest on them.
   * @param most the debt
   * @returns whether any came free
   */
  collect(user: UserId, currency: CurrencyId, most: bigint, timeMs: number): boolean {
    let left = most;
    for (const lock of this.#locksOf(user, currency)) {
      if (left <= 0n) break;
      const rest = lock.principal > left ? lock.principal - left : 0n;
      this.#end(
        lock,
        { cause: 'collected', kept: (paid) => (paid * rest) / lock.principal },
        timeMs,
      );
      left -= lock.principal;
    }
    return left < most;
  }

  /** Principal of a user's locks that a debt would end. */
  collectable(user: UserId, currency: CurrencyId): bigint {
    return this.#locksOf(user, currency).reduce((sum, { principal }) => sum + principal, 0n);
  }

  renew(command: RenewLock): Rejection | undefined {
    if (!wellFormed.isRenewal(command)) return 'malformed';
    const lock = this.#own(command);
    if (lock === undefined) return 'lock_not_found';
    lock.renews = command.renews;
    const { id, user, renews } = lock;
    this.#events.list.push({ type: 'lockRenewalSet', lock: id, user, renews });
    return undefined;
  }

  /**
   * Pays interest that is due, the oldest first.
   * @param most days of locks that are paid, so that no command is long
   * @returns how many were paid
   */
  onTime(timeMs: number, most: number): number {
    let count = 0;
    while (count < most) {
      const id = this.#timers.takeBefore(timeMs + 1);
      if (id < 0) break;
      const lock = this.#locks.get(id);
      if (lock === undefined) continue;
      this.#accrue(lock);
      count++;
      if (lock.paidDays === lock.days) this.#mature(lock);
      else this.#timers.add(nextDueOf(lock), id);
    }
    return count;
  }

  /** Full scan: E1 and E2 of each lock, and one running lock for each user and product. */
  verify(): void {
    const sums = new Map<ProductId, bigint>();
    for (const lock of this.#locks.values()) {
      this.#check(lock);
      this.#ledger.checkOwner(lock.hold, lock.id, 'lock');
      this.#ledger.checkOwner(lock.reserve, lock.id, 'lockInterest');
      sums.set(lock.product, (sums.get(lock.product) ?? 0n) + lock.principal);
      this.#checks.check(
        'E1',
        this.#running.get(ownerKey(lock.user, lock.product)) === lock.id,
        `user ${lock.user} has two locks of product ${lock.product}`,
      );
    }
    for (const { id, kind } of this.#products.all())
      this.#checks.check(
        'E2',
        kind === 'savings' || this.#products.sold(id) === (sums.get(id) ?? 0n),
        `product ${id} has sold something else than its locks`,
      );
  }

  snapshot(): Pick<SnapshotEarn, 'nextLock' | 'locks'> {
    return {
      nextLock: this.#nextLock,
      locks: [...this.#locks.values()]
        .sort((a, b) => a.id - b.id)
        // Each field keeps its place: a recovered core publishes the same bytes.
        .map(({ hold: _hold, reserve: _reserve, ...lock }) => ({
          ...lock,
          principal: lock.principal.toString(),
          paid: lock.paid.toString(),
        })),
    };
  }

  restore({ nextLock, locks }: Pick<SnapshotEarn, 'nextLock' | 'locks'>): void {
    this.#nextLock = nextLock;
    for (const row of locks) {
      const principal = BigInt(row.principal) as Amount;
      const paid = BigInt(row.paid) as Amount;
      const { id, user, product, currency, ratePpb, days } = row;
      const owner = this.#ledger.open(user, 'spot', currency);
      const source = this.#products.source({ id: product, currency });
      const rest = interestOf(principal, ratePpb, days) - paid;
      this.#keep({
        ...row,
        principal,
        paid,
        hold: this.#ledger.restoreHold(owner, principal + paid, id, 'lock'),
        reserve: this.#ledger.restoreHold(source, rest, id, 'lockInterest'),
      });
    }
  }

  #moneyProblem(user: UserId, product: EarnProduct, amount: bigint): Rejection | undefined {
    const account = this.#ledger.find(user, 'spot', product.currency);
    if (account < 0 || this.#ledger.available(account) < amount) return 'balance_insufficient';
    return this.#ledger.available(this.#products.source(product)) < termInterest(product, amount)
      ? 'earn_unfunded'
      : undefined;
  }

  #open(
    product: EarnProduct,
    { user, amount, renews, boughtMs, fromDay, renewsLock }: LockStart,
  ): LockId {
    const { currency, ratePpb, days, earlyKeepBps = null } = product;
    const id = this.#nextLock++;
    const interest = interestOf(amount, ratePpb, days);
    const owner = this.#ledger.open(user, 'spot', currency);
    const lock: LiveLock = {
      id,
      user,
      product: product.id,
      kind: product.kind as Lock['kind'],
      currency,
      principal: amount,
      ratePpb,
      days,
      earlyKeepBps,
      boughtMs,
      fromDay,
      paidDays: 0,
      paid: 0n as Amount,
      renews,
      hold: this.#ledger.hold(owner, amount, id, 'lock'),
      reserve: this.#ledger.hold(this.#products.source(product), interest, id, 'lockInterest'),
    };
    this.#keep(lock);
    const { hold: _hold, reserve: _reserve, ...told } = lock;
    this.#events.list.push({
      type: 'lockOpened',
      lock: told,
      reserved: interest as Amount,
      renewsLock,
    });
    this.#check(lock);
    return id;
  }

  #keep(lock: LiveLock): void {
    this.#locks.set(lock.id, lock);
    this.#running.set(ownerKey(lock.user, lock.product), lock.id);
    this.#timers.add(nextDueOf(lock), lock.id);
  }

  /** Moves the interest of the lock's next day from the source into the owner's hold. */
  #accrue(lock: LiveLock): void {
    const { id, user, product, currency, principal, ratePpb, fromDay } = lock;
    const day = fromDay + lock.paidDays;
    lock.paidDays++;
    const paid = interestOf(principal, ratePpb, lock.paidDays);
    const amount = paid - lock.paid;
    if (amount > 0n) {
      const name = `${id}:${day}`;
      this.#ledger.spend(lock.reserve, amount, 'interest', id, name);
      this.#ledger.payHeld(lock.hold, amount, 'interest', id, name);
    }
    lock.paid = paid as Amount;
    this.#events.list.push({
      type: 'interestAccrued',
      lock: id,
      user,
      product,
      currency,
      day,
      paidDays: lock.paidDays,
      amount: amount as Amount,
      paid: lock.paid,
    });
    this.#check(lock);
  }

  /** The term is over: everything is free, and is locked again where that was wished. */
  #mature(lock: LiveLock): void {
    const { user, principal } = lock;
    const product = this.#products.get(lock.product);
    this.#forget(lock, undefined);
    const renewed =
      product !== undefined && this.#mayRenew(lock, product)
        ? { product, id: this.#nextLock }
        : undefined;
    this.#tellEnd(lock, { cause: 'matured', forfeited: 0n, renewedBy: renewed?.id ?? 0 });
    if (renewed === undefined) return;
    this.#products.add(lock.product, principal, undefined);
    this.#open(renewed.product, {
      user,
      amount: principal,
      renews: true,
      boughtMs: endOf(lock),
      fromDay: lock.fromDay + lock.days,
      renewsLock: lock.id,
    });
  }

  /**
   * A lock is never renewed at worse terms than it had, and never for a user who may begin nothing.
   */
  #mayRenew(lock: LiveLock, product: EarnProduct): boolean {
    const { user, principal, ratePpb, days, earlyKeepBps } = lock;
    const keepsExit = (product.earlyKeepBps ?? -1) >= (earlyKeepBps ?? -1);
    return (
      lock.renews &&
      product.isOpen &&
      product.days === days &&
      product.ratePpb >= ratePpb &&
      (keepsExit || !this.#rules.renewsWithExit) &&
      principal >= product.min &&
      principal <= product.max &&
      this.#products.mayStay(product, principal) &&
      this.#mayBegin(user) &&
      this.#moneyProblem(user, product, principal) === undefined
    );
  }

  /** The newest first. None before the rules that end locks for debts. */
  #locksOf(user: UserId, currency: CurrencyId): readonly LiveLock[] {
    if (!this.#rules.collectsLocks) return [];
    const ids = this.#products
      .all()
      .filter((product) => product.currency === currency)
      .map(({ id }) => this.#running.get(ownerKey(user, id)));
    return ids
      .map((id) => (id === undefined ? undefined : this.#locks.get(id)))
      .filter((lock) => lock !== undefined)
      .sort((a, b) => b.id - a.id);
  }

  /** Nothing is earned before the first midnight, so nothing is lost by letting go. */
  #mayUndo({ fromDay }: LiveLock, timeMs: number): boolean {
    return this.#rules.undoesLocks && timeMs < shanghaiMidnight(fromDay);
  }

  /** Ends a lock before its time, or as matured if only no tick has come since. */
  #end(lock: LiveLock, { cause, kept }: EarlyEnding, timeMs: number): void {
    while (lock.paidDays < lock.days && nextDueOf(lock) <= timeMs) this.#accrue(lock);
    if (timeMs >= endOf(lock)) {
      this.#forget(lock, undefined);
      this.#tellEnd(lock, { cause: 'matured', forfeited: 0n, renewedBy: 0 });
      return;
    }
    const forfeited = lock.paid - kept(lock.paid);
    if (forfeited > 0n) {
      const source = this.#products.source({ id: lock.product, currency: lock.currency });
      this.#ledger.spend(lock.hold, forfeited, 'earnForfeit', lock.id);
      this.#ledger.post(source, forfeited, 'earnForfeit', lock.id, '');
    }
    this.#forget(lock, timeMs);
    this.#tellEnd(lock, { cause, forfeited, renewedBy: 0 });
  }

  /**
   * Frees the holds of the lock, at its owner and at its source.
   * @param exitMs when its owner ended it early; undefined at the end of its term
   */
  #forget(lock: LiveLock, exitMs: number | undefined): void {
    const { id, user, product, principal, hold, reserve } = lock;
    this.#ledger.closeHold(hold);
    this.#ledger.closeHold(reserve);
    this.#locks.delete(id);
    this.#timers.remove(id);
    this.#running.delete(ownerKey(user, product));
    this.#products.remove(product, principal, exitMs);
  }

  #tellEnd(lock: LiveLock, { cause, forfeited, renewedBy }: LockEnding): void {
    const { id, user, product, kind, currency, principal, paid } = lock;
    this.#events.list.push({
      type: 'lockEnded',
      lock: id,
      user,
      product,
      kind,
      currency,
      cause,
      principal,
      interest: (paid - forfeited) as Amount,
      forfeited: forfeited as Amount,
      renewedBy,
    });
  }

  #check(lock: LiveLock): void {
    const { id, principal, ratePpb, days, paidDays, paid } = lock;
    this.#checks.check(
      'E1',
      paidDays <= days &&
        paid === interestOf(principal, ratePpb, paidDays) &&
        this.#ledger.holdAmount(lock.hold) === principal + paid,
      `lock ${id} was paid something else than ${paidDays} days`,
    );
    this.#checks.check(
      'E2',
      this.#ledger.holdAmount(lock.reserve) === interestOf(principal, ratePpb, days) - paid,
      `the rest of the term of lock ${id} is not reserved`,
    );
  }

  /** Another user's lock is answered like an unknown one (no existence oracle). */
  #own({ user, lock: id }: { user: UserId; lock: LockId }): LiveLock | undefined {
    const lock = this.#locks.get(id);
    return lock?.user === user ? lock : undefined;
  }
}

interface LockStart {
  readonly user: UserId;
  readonly amount: Amount;
  readonly renews: boolean;
  readonly boughtMs: number;
  readonly fromDay: number;
  readonly renewsLock: LockId;
}

interface EarlyEnding {
  readonly cause: 'exited' | 'collected';
  /** The part of the interest paid so far that the owner keeps. */
  readonly kept: (paid: bigint) => bigint;
}

interface LockEnding {
  readonly cause: LockEnded['cause'];
  readonly forfeited: bigint;
  readonly renewedBy: LockId;
}

function termInterest({ ratePpb, days }: EarnProduct, amount: bigint): bigint {
  return interestOf(amount, ratePpb, days);
}

/** When the next day of a lock is over. */
function nextDueOf({ fromDay, paidDays }: Lock): number {
  return shanghaiMidnight(fromDay + paidDays + 1);
}

function endOf({ fromDay, days }: Lock): number {
  return shanghaiMidnight(fromDay + days);
}

function ownerKey(user: UserId, product: ProductId): string {
  return `${user} ${product}`;
}
