import type { EarnProduct } from '@meridian/core/earn/earn-commands';
import type {
  EarnEvent,
  InterestAccrued,
  Lock,
  LockEnded,
  LockOpened,
  SavingChanged,
  SavingsDayEnded,
} from '@meridian/core/earn/earn-events';
import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';

const BILLION = 1_000_000_000n;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;
const SOURCES = 10_000;
const POOLS = 20_000;
const LAST_PRODUCT = 1_023;

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

interface AuditedLock {
  readonly lock: Lock;
  readonly days: Set<number>;
  paid: bigint;
  isOver: boolean;
  /** Held for it in the owner's account, and at the source. */
  held: bigint;
  reserved: bigint;
}

interface AuditedSaver {
  earning: bigint;
  fresh: bigint;
  billionths: bigint;
}

interface AuditedPool {
  readonly savers: Map<number, AuditedSaver>;
  /** Of the running day. */
  ratePpb: bigint;
  earned: bigint;
  paid: bigint;
  lent: bigint;
  /** Balance of the pool's account, and the amount that the source holds for the running day. */
  balance: bigint;
  reserved: bigint;
}

/**
 * Reads only the events and postings of earning products: proves E1 to E4 by computing the interest
 * of each lock and each saver anew, day by day.
 */
export class EarnAuditor {
  readonly #prove: Prove;
  readonly #products = new Map<number, EarnProduct>();
  readonly #locks = new Map<number, AuditedLock>();
  readonly #pools = new Map<number, AuditedPool>();
  #changed = new Set<AuditedLock>();
  #poolsChanged = new Set<number>();

  constructor(prove: Prove) {
    this.#prove = prove;
  }

  follow(event: EarnEvent, timeMs: number): void {
    switch (event.type) {
      case 'earnProductListed':
        this.#products.set(event.product.id, event.product);
        break;
      case 'lockOpened':
        this.#open(event);
        break;
      case 'interestAccrued':
        this.#accrue(event, timeMs);
        break;
      case 'lockEnded':
        this.#end(event, timeMs);
        break;
      case 'savingChanged':
        this.#change(event);
        break;
      case 'savingsDayEnded':
        this.#endDay(event, timeMs);
        break;
      case 'earnFunded':
      case 'lockRenewalSet':
      case 'autoSaveSet':
        break;
    }
  }

  /** Whether a change of a held part belongs to a product; if so it is counted for it. */
  owns(posting: Posted): boolean {
    const { user, reason, reference, subject, held } = posting;
    const isMove = reason === 'hold' || reason === 'release';
    const isOfSource = user > SOURCES && user <= SOURCES + LAST_PRODUCT;
    if (reference === 'savingsInterest' || (isOfSource && this.#isSavings(user - SOURCES))) {
      this.#poolOf(user - SOURCES).reserved += held;
      this.#poolsChanged.add(user - SOURCES);
      return true;
    }
    const isOfLock = isMove
      ? reference === 'lock' || reference === 'lockInterest'
      : reason === 'interest' || reason === 'earnForfeit';
    if (!isOfLock) return false;
    const lock = this.#lockOf(subject);
    if (isOfSource) lock.reserved += held;
    else {
      this.#prove('L5', lock.lock.user === user, `a stranger holds for lock ${subject}`);
      lock.held += held;
    }
    this.#changed.add(lock);
    return true;
  }

  /**
   * After a command: locks hold principal and interest, and pools have the amounts that their
   * savers may claim.
   */
  settle(postings: readonly Posted[]): void {
    for (const { user, available, reason } of postings) {
      if (user <= POOLS || user > POOLS + LAST_PRODUCT) continue;
      const pool = this.#poolOf(user - POOLS);
      pool.balance += available;
      if (['loan', 'loanRepaid', 'loanLoss'].includes(reason)) pool.lent -= available;
      this.#poolsChanged.add(user - POOLS);
    }
    for (const { lock, paid, isOver, held, reserved } of this.#changed) {
      const { id, principal, ratePpb, days } = lock;
      const total = interest(principal, ratePpb, days);
      this.#prove('E1', held === (isOver ? 0n : principal + paid), `lock ${id} holds ${held}`);
      this.#prove(
        'E2',
        reserved === (isOver ? 0n : total - paid),
        `${reserved} is reserved for lock ${id}, and ${total - paid} is to come`,
      );
    }
    for (const id of this.#poolsChanged) this.#settlePool(id);
    this.#changed = new Set();
    this.#poolsChanged = new Set();
  }

  #settlePool(id: number): void {
    const pool = this.#poolOf(id);
    let principal = 0n;
    let ofToday = 0n;
    let claims = 0n;
    for (const { earning, fresh, billionths } of pool.savers.values()) {
      principal += earning + fresh;
      ofToday += earning * pool.ratePpb;
      claims += billionths;
    }
    const whole = pool.earned / BILLION - pool.paid;
    this.#prove(
      'E3',
      pool.balance === principal - pool.lent + whole,
      `pool ${id} has ${pool.balance}: ${principal} saved, ${pool.lent} lent, ${whole} unpaid`,
    );
    const due = (pool.earned + ofToday) / BILLION - pool.earned / BILLION;
    this.#prove(
      'E3',
      pool.reserved >= due,
      `${pool.reserved} is reserved for ${due} of product ${id}`,
    );
    this.#prove(
      'E4',
      claims <= pool.earned - pool.paid * BILLION,
      `the savers of product ${id} claim more than was earned`,
    );
  }

  #open({ lock, reserved, renewsLock }: LockOpened): void {
    const { id, product, principal, ratePpb, days, earlyKeepBps } = lock;
    const terms = this.#products.get(product);
    this.#prove(
      'E1',
      terms !== undefined &&
        terms.isOpen &&
        terms.ratePpb === ratePpb &&
        terms.days === days &&
        (terms.earlyKeepBps ?? null) === earlyKeepBps &&
        principal >= terms.min &&
        principal <= terms.max,
      `lock ${id} has other terms than product ${product}`,
    );
    this.#prove(
      'E2',
      reserved === interest(principal, ratePpb, days) && reserved > 0n,
      `lock ${id} reserves ${reserved}`,
    );
    const before = this.#locks.get(renewsLock)?.lock;
    this.#prove(
      'E1',
      renewsLock === 0 ||
        (before?.user === lock.user && before.principal === principal && before.ratePpb <= ratePpb),
      `lock ${id} renews lock ${renewsLock} for less`,
    );
    this.#locks.set(id, {
      lock,
      days: new Set(),
      paid: 0n,
      isOver: false,
      held: 0n,
      reserved: 0n,
    });
  }

  #accrue({ lock: id, day, amount, paid, paidDays }: InterestAccrued, timeMs: number): void {
    const own = this.#lockOf(id);
    const { principal, ratePpb, fromDay, days } = own.lock;
    this.#prove('E1', !own.days.has(day), `lock ${id} is paid twice for day ${day}`);
    own.days.add(day);
    const isNext = day === fromDay + own.days.size - 1 && own.days.size <= days;
    const isOver = timeMs >= (day + 1) * DAY_MS - SHANGHAI_MS;
    this.#prove('E1', isNext && isOver, `lock ${id} is paid for day ${day} out of turn`);
    const due = interest(principal, ratePpb, own.days.size);
    this.#prove(
      'E1',
      amount === due - own.paid && paid === due && paidDays === own.days.size,
      `lock ${id} is paid ${amount} for day ${day}, not ${due - own.paid}`,
    );
    own.paid = due;
    this.#changed.add(own);
  }

  #end({ lock: id, cause, forfeited, interest: kept, principal }: LockEnded, timeMs: number): void {
    const own = this.#lockOf(id);
    const { days, earlyKeepBps, fromDay } = own.lock;
    this.#prove('E1', !own.isOver && principal === own.lock.principal, `lock ${id} ends twice`);
    const early = (own.paid * BigInt(earlyKeepBps ?? 0)) / 10_000n;
    // The interest kept after a debt depends on the debt, which this auditor does not know.
    const mayKeep = { matured: own.paid, exited: early, collected: kept }[cause];
    const mayEnd = {
      matured: own.days.size === days,
      exited: earlyKeepBps !== null || timeMs < fromDay * DAY_MS - SHANGHAI_MS,
      collected: own.days.size < days,
    }[cause];
    this.#prove(
      'E1',
      mayEnd &&
        kept >= 0n &&
        forfeited >= 0n &&
        kept === mayKeep &&
        forfeited === own.paid - mayKeep,
      `lock ${id} keeps ${kept} of ${own.paid}`,
    );
    own.isOver = true;
    this.#changed.add(own);
  }

  #change({ cause, amount, interest: paid, saving }: SavingChanged): void {
    const pool = this.#poolOf(saving.product);
    const own = pool.savers.get(saving.user) ?? { earning: 0n, fresh: 0n, billionths: 0n };
    pool.savers.set(saving.user, own);
    if (cause === 'saved' || cause === 'auto') own.fresh += amount;
    else {
      const ofToday = amount < own.fresh ? amount : own.fresh;
      own.fresh -= ofToday;
      own.earning -= amount - ofToday;
      this.#prove(
        'E4',
        paid === own.billionths / BILLION,
        `user ${saving.user} is paid ${paid} for ${own.billionths} billionths`,
      );
      own.billionths -= paid * BILLION;
      pool.paid += paid;
    }
    const isGone = own.earning + own.fresh === 0n;
    this.#prove(
      'E4',
      own.earning >= 0n &&
        own.earning === saving.earning &&
        own.fresh === saving.pending &&
        (isGone || own.billionths === saving.accruedPpb),
      `user ${saving.user} has other savings than told`,
    );
    if (isGone) pool.savers.delete(saving.user);
    this.#poolsChanged.add(saving.product);
  }

  #endDay(event: SavingsDayEnded, timeMs: number): void {
    const { product: id, day, ratePpb, earned, paid, nextRatePpb, nextEarning } = event;
    const pool = this.#poolOf(id);
    const before = pool.earned / BILLION;
    let [sum, next] = [0n, 0n];
    for (const saver of pool.savers.values()) {
      saver.billionths += saver.earning * BigInt(ratePpb);
      sum += saver.earning;
      saver.earning += saver.fresh;
      saver.fresh = 0n;
      next += saver.earning;
    }
    pool.earned += sum * BigInt(ratePpb);
    pool.ratePpb = BigInt(nextRatePpb);
    this.#prove(
      'E3',
      earned === sum && paid === pool.earned / BILLION - before && nextEarning === next,
      `product ${id} pays ${paid} for day ${day}`,
    );
    this.#prove(
      'E3',
      timeMs >= (day + 1) * DAY_MS - SHANGHAI_MS && nextRatePpb <= this.#product(id).ratePpb,
      `day ${day} of product ${id} ends early, or the next one has a rate that nobody set`,
    );
    this.#poolsChanged.add(id);
  }

  /** Units that went to `rounding` are paid too. */
  rounded(product: number): void {
    this.#poolOf(product).paid += 1n;
  }

  #isSavings(id: number): boolean {
    return this.#products.get(id)?.kind === 'savings';
  }

  #product(id: number): EarnProduct {
    const product = this.#products.get(id);
    if (product === undefined) throw new Error(`product ${id} was never listed`);
    return product;
  }

  #lockOf(id: number): AuditedLock {
    const lock = this.#locks.get(id);
    if (lock === undefined) throw new Error(`lock ${id} was never opened`);
    return lock;
  }

  #poolOf(id: number): AuditedPool {
    const known = this.#pools.get(id);
    if (known !== undefined) return known;
    const pool = { ratePpb: 0n, earned: 0n, paid: 0n, lent: 0n, balance: 0n, reserved: 0n };
    const made: AuditedPool = { savers: new Map<number, AuditedSaver>(), ...pool };
    this.#pools.set(id, made);
    return made;
  }
}

function interest(principal: bigint, ratePpb: number, days: number): bigint {
  return (principal * BigInt(ratePpb) * BigInt(days)) / BILLION;
}
