import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { EarnCommand, EarnProduct } from '@meridian/core/earn/earn-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import { NEWEST_RULES } from '@meridian/core/rules';
import type { KnownEarnings } from './earn-stream.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

const BILLION = 1_000_000_000n;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;

/** The facts of the exchange that earning products depend on. */
export interface EarnSurroundings {
  /** Version of the present rules; the newest where it is not told. */
  readonly rules?: () => number;
  readonly hasCurrency: (id: number) => boolean;
  /** Without debt and freeze. */
  readonly mayBegin: (user: number) => boolean;
}

interface NaiveProduct {
  terms: EarnProduct;
  /** Savings: the running day, its rate, all billionths ever earned, those that nobody claims. */
  day: number;
  rate: bigint;
  reserve: bigint;
  earned: bigint;
  left: bigint;
  lent: bigint;
}

interface NaiveLock {
  readonly id: number;
  readonly user: number;
  readonly terms: EarnProduct;
  readonly principal: bigint;
  readonly fromDay: number;
  days: number;
  paid: bigint;
  /** Billionths of a unit that days before left over. */
  carry: bigint;
  renews: boolean;
  isOver: boolean;
}

interface NaiveSaver {
  readonly user: number;
  readonly product: number;
  earning: bigint;
  /** Came today. */
  fresh: bigint;
  billionths: bigint;
}

/**
 * The products that pay interest a second time: each day of each lock and each saver is counted by
 * itself, sums are added up anew, nothing is dropped.
 */
export class NaiveEarn {
  readonly #ledger: OracleLedger;
  readonly #around: EarnSurroundings;
  readonly #products = new Map<number, NaiveProduct>();
  readonly #locks: NaiveLock[] = [];
  readonly #savers: NaiveSaver[] = [];
  readonly #purchases: { product: number; day: number; amount: bigint }[] = [];
  #autos: { user: number; product: number; keep: bigint; day: number }[] = [];

  constructor(ledger: OracleLedger, around: EarnSurroundings) {
    this.#ledger = ledger;
    this.#around = around;
  }

  get #rules(): number {
    return this.#around.rules?.() ?? NEWEST_RULES;
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('earn.') && !isWellFormed(command as EarnCommand);
  }

  apply(command: EarnCommand, timeMs: number): Outcome {
    const answer = this.#decide(command, timeMs);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Running locks. */
  open(): KnownEarnings {
    return {
      locks: this.#locks.filter(({ isOver }) => !isOver),
      savings: this.#savers.filter(({ earning, fresh }) => earning + fresh > 0n),
    };
  }

  product(id: number): EarnProduct | undefined {
    return this.#products.get(id)?.terms;
  }

  /** Time has passed. */
  pass(timeMs: number): void {
    this.#endDays(timeMs);
    for (;;) {
      const [next] = this.#locks
        .filter((lock) => !lock.isOver && dueOf(lock) <= timeMs)
        .sort((a, b) => dueOf(a) - dueOf(b) || a.id - b.id);
      if (next === undefined) break;
      this.#payDay(next);
      if (next.days === next.terms.days) this.#mature(next);
    }
    const today = dayOf(timeMs);
    const dues = this.#autos.filter(({ day }) => day < today);
    dues.sort((a, b) => a.day - b.day || a.user - b.user || a.product - b.product);
    for (const auto of dues) this.#saveIdle(auto, today, timeMs);
  }

  /**
   * Takes savings of a user in a currency that are not lent, no more than is owed, and ends locks
   * for the rest.
   */
  collect(user: number, currency: number, most: bigint, timeMs: number): boolean {
    let isAny = false;
    const account = accountName(user, 'spot', currency);
    const wanted = this.#ledger.balance(account).available + most;
    const savers = this.#savers.filter((each) => each.user === user);
    for (const saver of savers.sort((a, b) => a.product - b.product)) {
      const { terms } = this.#productOf(saver.product);
      const missing = wanted - this.#ledger.balance(account).available;
      const free = least(saver.earning + saver.fresh, this.#idle(saver.product));
      const amount = this.#rules < 4 ? free : least(free, missing);
      if (terms.currency !== currency || amount <= 0n) continue;
      this.#take(saver, amount, { timeMs, isDebt: true });
      isAny = true;
    }
    if (this.#rules < 5) return isAny;
    const locks = this.#locks.filter(
      ({ user: owner, terms, isOver }) => owner === user && terms.currency === currency && !isOver,
    );
    let missing = wanted - this.#ledger.balance(account).available;
    for (const lock of locks.reverse()) {
      if (missing <= 0n) break;
      const own = least(lock.principal, missing);
      this.#letGo(lock, (paid) => (paid * (lock.principal - own)) / lock.principal, timeMs);
      missing -= lock.principal;
      isAny = true;
    }
    return isAny;
  }

  lendable(id: number): bigint {
    const { terms, lent } = this.#productOf(id);
    const most = (this.#saved(id) * BigInt(terms.lendBps)) / 10_000n - lent;
    return most < 0n ? 0n : most;
  }

  /** @param amount below zero comes back */
  lend(id: number, amount: bigint, reason: string, loan: number): void {
    const product = this.#productOf(id);
    product.lent += amount;
    this.#ledger.post(this.#pool(product), -amount, 0n, because(reason, loan));
  }

  lent(id: number): bigint {
    return this.#products.get(id)?.lent ?? 0n;
  }

  source(id: number): string {
    const { terms } = this.#productOf(id);
    return accountName(10_000 + id, 'spot', terms.currency);
  }

  /** Held amounts, by account. */
  holds(): [string, bigint][] {
    const locks = this.#locks.filter(({ isOver }) => !isOver);
    return [
      ...locks.map((lock): [string, bigint] => [
        accountName(lock.user, 'spot', lock.terms.currency),
        lock.principal + lock.paid,
      ]),
      ...locks.map((lock): [string, bigint] => [
        this.source(lock.terms.id),
        termInterest(lock.terms, lock.principal) - lock.paid,
      ]),
      ...[...this.#products.values()].map(({ terms, reserve }): [string, bigint] => [
        this.source(terms.id),
        reserve,
      ]),
    ];
  }

  /** The part that is compared with the core. */
  snapshot(): unknown {
    return {
      locks: this.#locks
        .filter(({ isOver }) => !isOver)
        .map(({ id, user, principal, days, paid, renews, fromDay, terms }) => ({
          id,
          user,
          product: terms.id,
          principal: principal.toString(),
          paidDays: days,
          paid: paid.toString(),
          renews,
          fromDay,
        })),
      savings: this.#savers
        .filter(({ earning, fresh }) => earning + fresh > 0n)
        .map(({ user, product, earning, fresh, billionths }) => ({
          user,
          product,
          principal: (earning + fresh).toString(),
          billionths: billionths.toString(),
        }))
        .sort((a, b) => a.product - b.product || a.user - b.user),
      pools: [...this.#products.values()]
        .filter(({ terms }) => terms.kind === 'savings')
        .map(({ terms, day, rate, reserve, lent }) => ({
          product: terms.id,
          day,
          rate: Number(rate),
          reserve: reserve.toString(),
          lent: lent.toString(),
        }))
        .sort((a, b) => a.product - b.product),
    };
  }

  #decide(command: EarnCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'earn.product':
        return this.#list(command.product, timeMs);
      case 'earn.fund':
        return this.#fund(command);
      case 'earn.lock':
        return this.#buy(command, timeMs);
      case 'earn.exit':
        return this.#exit(command, timeMs);
      case 'earn.renew': {
        const lock = this.#lockOf(command);
        if (lock === undefined) return 'lock_not_found';
        lock.renews = command.renews;
        return undefined;
      }
      case 'earn.save':
        return this.#save(command, timeMs);
      case 'earn.redeem':
        return this.#redeem(command, timeMs);
      case 'earn.auto': {
        const { user, product, isOn, keep } = command;
        if (this.#products.get(product)?.terms.kind !== 'savings') return 'earn_closed';
        this.#autos = this.#autos.filter((each) => each.user !== user || each.product !== product);
        if (isOn) this.#autos.push({ user, product, keep, day: dayOf(timeMs) });
        return undefined;
      }
    }
  }

  #list(terms: EarnProduct, timeMs: number): Rejection | undefined {
    if (!this.#around.hasCurrency(terms.currency)) return 'currency_unknown';
    const known = this.#products.get(terms.id);
    if (known !== undefined) {
      if (known.terms.kind !== terms.kind || known.terms.currency !== terms.currency)
        return 'earn_product_fixed';
      this.#endDays(timeMs);
      known.terms = { ...terms };
      return undefined;
    }
    this.#endDays(timeMs);
    this.#products.set(terms.id, {
      terms: { ...terms },
      day: dayOf(timeMs),
      rate: BigInt(terms.ratePpb),
      reserve: 0n,
      earned: 0n,
      left: 0n,
      lent: 0n,
    });
    return undefined;
  }

  #fund({
    product: id,
    direction,
    amount,
  }: {
    product: number;
    direction: string;
    amount: bigint;
  }): Rejection | undefined {
    const product = this.#products.get(id);
    if (product === undefined) return 'earn_closed';
    const house = accountName(SYSTEM.house, 'spot', product.terms.currency);
    const [from, to] = direction === 'in' ? [house, this.source(id)] : [this.source(id), house];
    if (this.#ledger.balance(from).available < amount)
      return direction === 'in' ? 'house_insufficient' : 'earn_promised';
    this.#ledger.post(from, -amount, 0n, because('earnBudget', id));
    this.#ledger.post(to, amount, 0n, because('earnBudget', id));
    return undefined;
  }

  #buy(
    command: { user: number; product: number; amount: Amount; renews: boolean },
    timeMs: number,
  ): Rejection | number {
    const { user, amount, renews } = command;
    const terms = this.#products.get(command.product)?.terms;
    if (terms === undefined || !terms.isOpen || terms.kind === 'savings') return 'earn_closed';
    if (amount < terms.min || amount > terms.max) return 'earn_amount_invalid';
    if (termInterest(terms, amount) === 0n) return 'earn_amount_invalid';
    const hasOne = this.#locks.some(
      (lock) => !lock.isOver && lock.user === user && lock.terms.id === terms.id,
    );
    if (hasOne) return 'lock_running';
    const problem = this.#roomProblem(terms, amount, timeMs) ?? this.#money(user, terms, amount);
    if (problem !== undefined) return problem;
    this.#purchases.push({ product: terms.id, day: dayOf(timeMs), amount });
    return this.#lock(terms, { user, amount, renews, fromDay: dayOf(timeMs) + 1 });
  }

  #lock(
    terms: EarnProduct,
    {
      user,
      amount,
      renews,
      fromDay,
    }: { user: number; amount: bigint; renews: boolean; fromDay: number },
  ): number {
    const lock: NaiveLock = {
      id: this.#locks.length + 1,
      user,
      terms: { ...terms },
      principal: amount,
      fromDay,
      days: 0,
      paid: 0n,
      carry: 0n,
      renews,
      isOver: false,
    };
    this.#locks.push(lock);
    const interest = termInterest(terms, amount);
    this.#ledger.post(accountName(user, 'spot', terms.currency), -amount, amount);
    this.#ledger.post(this.source(terms.id), -interest, interest);
    return lock.id;
  }

  #roomProblem(terms: EarnProduct, amount: bigint, timeMs: number): Rejection | undefined {
    if (this.#sold(terms.id) + amount > terms.capacity) return 'earn_full';
    return this.#boughtOn(terms.id, dayOf(timeMs)) + amount > terms.dayQuota
      ? 'earn_quota_reached'
      : undefined;
  }

  #money(user: number, terms: EarnProduct, amount: bigint): Rejection | undefined {
    const spot = this.#ledger.balance(accountName(user, 'spot', terms.currency));
    if (spot.available < amount) return 'balance_insufficient';
    const source = this.#ledger.balance(this.source(terms.id));
    return source.available < termInterest(terms, amount) ? 'earn_unfunded' : undefined;
  }

  #exit(command: { user: number; lock: number }, timeMs: number): Rejection | undefined {
    const lock = this.#lockOf(command);
    if (lock === undefined) return 'lock_not_found';
    const isOver = timeMs >= midnight(lock.fromDay + lock.terms.days);
    const isYoung = this.#rules >= 5 && dayOf(timeMs) < lock.fromDay;
    if (!isOver && !isYoung && lock.terms.earlyKeepBps === undefined) return 'lock_fixed';
    const keepBps = BigInt(lock.terms.earlyKeepBps ?? 0);
    this.#letGo(lock, (paid) => (paid * keepBps) / 10_000n, timeMs);
    return undefined;
  }

  /** Before the end of its term only a part of the interest is kept. */
  #letGo(lock: NaiveLock, keeps: (paid: bigint) => bigint, timeMs: number): void {
    while (lock.days < lock.terms.days && dueOf(lock) <= timeMs) this.#payDay(lock);
    if (timeMs < midnight(lock.fromDay + lock.terms.days)) {
      const kept = keeps(lock.paid);
      const back = lock.paid - kept;
      const account = accountName(lock.user, 'spot', lock.terms.currency);
      if (back > 0n) {
        const cause = because('earnForfeit', lock.id);
        this.#ledger.post(account, 0n, -back, cause);
        this.#ledger.post(this.source(lock.terms.id), back, 0n, cause);
      }
      this.#free(lock, back);
      this.#makeRoom(lock.terms.id, lock.principal, timeMs);
    } else this.#free(lock, 0n);
  }

  /** A day's interest: from the source's held part into the owner's. */
  #payDay(lock: NaiveLock): void {
    const sum = lock.principal * BigInt(lock.terms.ratePpb) + lock.carry;
    const amount = sum / BILLION;
    lock.carry = sum % BILLION;
    if (amount > 0n) {
      const cause = because('interest', lock.id, `${lock.id}:${lock.fromDay + lock.days}`);
      this.#ledger.post(this.source(lock.terms.id), 0n, -amount, cause);
      this.#ledger.post(accountName(lock.user, 'spot', lock.terms.currency), 0n, amount, cause);
    }
    lock.days++;
    lock.paid += amount;
  }

  #mature(lock: NaiveLock): void {
    this.#free(lock, 0n);
    const now = this.#productOf(lock.terms.id).terms;
    const { principal, user } = lock;
    const mayRenew =
      lock.renews &&
      now.isOpen &&
      now.days === lock.terms.days &&
      now.ratePpb >= lock.terms.ratePpb &&
      (this.#rules < 4 || hasExitOf(now, lock.terms)) &&
      principal >= now.min &&
      principal <= now.max &&
      this.#sold(now.id) + principal <= now.capacity &&
      this.#around.mayBegin(user) &&
      this.#money(user, now, principal) === undefined;
    if (mayRenew)
      this.#lock(now, {
        user,
        amount: principal,
        renews: true,
        fromDay: lock.fromDay + lock.terms.days,
      });
  }

  /** @param forfeited interest that is gone already */
  #free(lock: NaiveLock, forfeited: bigint): void {
    lock.isOver = true;
    const { terms, principal, paid, user } = lock;
    const own = principal + paid - forfeited;
    this.#ledger.post(accountName(user, 'spot', terms.currency), own, -own);
    const rest = termInterest(terms, principal) - paid;
    if (rest > 0n) this.#ledger.post(this.source(terms.id), rest, -rest);
  }

  #save(
    command: { user: number; product: number; amount: bigint },
    timeMs: number,
  ): Rejection | undefined {
    const { user, amount } = command;
    const terms = this.#products.get(command.product)?.terms;
    if (terms === undefined || !terms.isOpen || terms.kind !== 'savings') return 'earn_closed';
    if (amount < terms.min || this.#savedBy(user, terms.id) + amount > terms.max)
      return 'earn_amount_invalid';
    const problem = this.#roomProblem(terms, amount, timeMs);
    if (problem !== undefined) return problem;
    const account = accountName(user, 'spot', terms.currency);
    if (this.#ledger.balance(account).available < amount) return 'balance_insufficient';
    if (amount > this.#mostFunded(terms.id, timeMs)) return 'earn_unfunded';
    this.#put(user, terms.id, amount, timeMs);
    return undefined;
  }

  #put(user: number, id: number, amount: bigint, timeMs: number): void {
    this.#endDaysOf(id, timeMs);
    const product = this.#productOf(id);
    const saver = this.#savers.find((each) => each.user === user && each.product === id) ?? {
      user,
      product: id,
      earning: 0n,
      fresh: 0n,
      billionths: 0n,
    };
    if (!this.#savers.includes(saver)) this.#savers.push(saver);
    saver.fresh += amount;
    this.#purchases.push({ product: id, day: dayOf(timeMs), amount });
    const cause = because('savings', id);
    const account = accountName(user, 'spot', product.terms.currency);
    this.#ledger.post(account, -amount, 0n, cause);
    this.#ledger.post(this.#pool(product), amount, 0n, cause);
  }

  #redeem(
    command: { user: number; product: number; amount: bigint },
    timeMs: number,
  ): Rejection | undefined {
    const { user, product } = command;
    const has = this.#savedBy(user, product);
    const saver = this.#savers.find((each) => each.user === user && each.product === product);
    if (saver === undefined || has === 0n) return 'saving_not_found';
    const amount = command.amount === 0n ? has : command.amount;
    if (amount > has) return 'saving_short';
    if (amount > this.#idle(product)) return 'savings_lent';
    if (amount > saver.earning + this.#freshOf(saver)) return 'savings_lent';
    this.#take(saver, amount, { timeMs, isDebt: false });
    return undefined;
  }

  /** The most principal that can come and still earn the full rate tomorrow. */
  #mostFunded(id: number, timeMs: number): bigint {
    if (this.#rules < 5) return LARGEST_NOTIONAL;
    const { terms, earned, reserve, rate, day } = this.#productOf(id);
    const ofToday = this.#savers
      .filter((each) => each.product === id)
      .reduce((sum, { earning }) => sum + earning * rate, earned);
    let left =
      this.#ledger.balance(this.source(id)).available +
      reserve -
      (ofToday / BILLION - earned / BILLION);
    // A tick that is late leaves days to be paid first.
    const saved = this.#saved(id);
    for (let late = day; late < dayOf(timeMs); late++)
      left -= saved === 0n ? 0n : (saved * BigInt(terms.ratePpb)) / BILLION + 1n;
    const most = left < 1n ? 0n : ((left - 1n) * BILLION) / BigInt(terms.ratePpb);
    return most - this.#saved(id);
  }

  /** Coins of the day that may leave on it: the rest has to carry the loans. */
  #freshOf({ product: id, fresh }: NaiveSaver): bigint {
    const { terms, lent } = this.#productOf(id);
    if (this.#rules < 5 || lent === 0n) return fresh;
    const lendable = (saved: bigint): bigint => (saved * BigInt(terms.lendBps)) / 10_000n;
    // By halves: the most that can leave while enough stays for the present loans.
    let [low, high] = [0n, fresh];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (lendable(this.#saved(id) - middle) >= lent) low = middle;
      else high = middle - 1n;
    }
    return low;
  }

  #take(
    saver: NaiveSaver,
    amount: bigint,
    { timeMs, isDebt }: { readonly timeMs: number; readonly isDebt: boolean },
  ): void {
    this.#endDaysOf(saver.product, timeMs);
    const product = this.#productOf(saver.product);
    const { id, currency } = product.terms;
    const account = accountName(saver.user, 'spot', currency);
    const ofToday = least(amount, isDebt ? saver.fresh : this.#freshOf(saver));
    saver.fresh -= ofToday;
    saver.earning -= amount - ofToday;
    this.#makeRoom(id, amount, timeMs);
    this.#ledger.post(this.#pool(product), -amount, 0n, because('savings', id));
    this.#ledger.post(account, amount, 0n, because('savings', id));
    const interest = saver.billionths / BILLION;
    saver.billionths -= interest * BILLION;
    if (interest > 0n) {
      const cause = because('interest', id, `${id}:${product.day}`);
      this.#ledger.post(this.#pool(product), -interest, 0n, cause);
      this.#ledger.post(account, interest, 0n, cause);
    }
    if (saver.earning + saver.fresh > 0n) return;
    product.left += saver.billionths;
    saver.billionths = 0n;
    if (product.left < BILLION) return;
    product.left -= BILLION;
    const cause = because('interest', id);
    this.#ledger.post(this.#pool(product), -1n, 0n, cause);
    this.#ledger.post(accountName(SYSTEM.rounding, 'spot', currency), 1n, 0n, cause);
  }

  #endDays(timeMs: number): void {
    for (const id of [...this.#products.keys()].sort((a, b) => a - b)) this.#endDaysOf(id, timeMs);
  }

  #endDaysOf(id: number, timeMs: number): void {
    const product = this.#productOf(id);
    if (product.terms.kind !== 'savings') return;
    while (product.day < dayOf(timeMs)) this.#endDay(product);
  }

  /** Each saver earns for the day; whole units leave the source; the next day is reserved. */
  #endDay(product: NaiveProduct): void {
    const { id, ratePpb } = product.terms;
    const savers = this.#savers.filter((each) => each.product === id);
    const before = product.earned / BILLION;
    for (const saver of savers) {
      saver.billionths += saver.earning * product.rate;
      product.earned += saver.earning * product.rate;
      saver.earning += saver.fresh;
      saver.fresh = 0n;
    }
    const paid = product.earned / BILLION - before;
    const source = this.source(id);
    if (paid > 0n) {
      const cause = because('interest', id, `${id}:${product.day}`);
      this.#ledger.post(source, 0n, -paid, cause);
      this.#ledger.post(this.#pool(product), paid, 0n, cause);
    }
    const rest = product.reserve - paid;
    if (rest > 0n) this.#ledger.post(source, rest, -rest);
    product.day++;
    const earning = savers.reduce((sum, each) => sum + each.earning, 0n);
    const { available } = this.#ledger.balance(source);
    product.rate = BigInt(ratePpb);
    if (earning > 0n)
      product.rate =
        available < 1n ? 0n : least(product.rate, ((available - 1n) * BILLION) / earning);
    product.reserve =
      earning > 0n && product.rate > 0n ? (earning * product.rate) / BILLION + 1n : 0n;
    if (product.reserve > 0n) this.#ledger.post(source, -product.reserve, product.reserve);
  }

  #saveIdle(
    auto: { user: number; product: number; keep: bigint; day: number },
    today: number,
    timeMs: number,
  ): void {
    auto.day = today;
    const { terms } = this.#productOf(auto.product);
    if (!terms.isOpen || !this.#around.mayBegin(auto.user)) return;
    const account = accountName(auto.user, 'spot', terms.currency);
    const amount = [
      this.#ledger.balance(account).available - auto.keep,
      terms.max - this.#savedBy(auto.user, terms.id),
      terms.capacity - this.#sold(terms.id),
      terms.dayQuota - this.#boughtOn(terms.id, today),
      this.#mostFunded(terms.id, timeMs),
    ].reduce(least);
    if (amount >= terms.min) this.#put(auto.user, terms.id, amount, timeMs);
  }

  /** Principal of all customers in a product. */
  #sold(id: number): bigint {
    const locked = this.#locks.filter((lock) => !lock.isOver && lock.terms.id === id);
    return locked.reduce((sum, { principal }) => sum + principal, 0n) + this.#saved(id);
  }

  #saved(id: number): bigint {
    return this.#savers
      .filter((each) => each.product === id)
      .reduce((sum, { earning, fresh }) => sum + earning + fresh, 0n);
  }

  #savedBy(user: number, id: number): bigint {
    const saver = this.#savers.find((each) => each.user === user && each.product === id);
    return saver === undefined ? 0n : saver.earning + saver.fresh;
  }

  #boughtOn(id: number, day: number): bigint {
    return this.#purchases
      .filter((each) => each.product === id && each.day === day)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Coins that leave today make room in the day's quota again, as far as it was used. */
  #makeRoom(id: number, amount: bigint, timeMs: number): void {
    if (this.#rules < 4) return;
    const day = dayOf(timeMs);
    this.#purchases.push({ product: id, day, amount: -least(amount, this.#boughtOn(id, day)) });
  }

  #idle(id: number): bigint {
    return this.#saved(id) - this.#productOf(id).lent;
  }

  #pool({ terms }: NaiveProduct): string {
    return accountName(20_000 + terms.id, 'spot', terms.currency);
  }

  #lockOf({ user, lock: id }: { user: number; lock: number }): NaiveLock | undefined {
    return this.#locks.find((lock) => lock.id === id && lock.user === user && !lock.isOver);
  }

  #productOf(id: number): NaiveProduct {
    const product = this.#products.get(id);
    if (product === undefined) throw new Error(`product ${id} is not listed`);
    return product;
  }
}

/** Day by day, with the fraction carried. */
function termInterest({ ratePpb, days }: EarnProduct, principal: bigint): bigint {
  let [sum, carry] = [0n, 0n];
  for (let day = 0; day < days; day++) {
    const ofDay = principal * BigInt(ratePpb) + carry;
    sum += ofDay / BILLION;
    carry = ofDay % BILLION;
  }
  return sum;
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs + SHANGHAI_MS) / DAY_MS);
}

function midnight(day: number): number {
  return day * DAY_MS - SHANGHAI_MS;
}

/** When the next day of a lock is over. */
function dueOf({ fromDay, days }: NaiveLock): number {
  return midnight(fromDay + days + 1);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Whether every field has its type and range, in any state. */
function isWellFormed(command: EarnCommand): boolean {
  const isOfProduct = (): boolean =>
    'user' in command &&
    isTrader(command.user) &&
    'product' in command &&
    isWholeNumber(command.product, 1, 1023);
  const isOfLock = (): boolean =>
    'lock' in command && isTrader(command.user) && isWholeNumber(command.lock, 1);
  switch (command.kind) {
    case 'earn.product':
      return isProductWellFormed(command.product);
    case 'earn.fund':
      return (
        isWholeNumber(command.product, 1, 1023) &&
        ['in', 'out'].includes(command.direction) &&
        isAmount(command.amount, 1n)
      );
    case 'earn.lock':
      return isOfProduct() && isAmount(command.amount, 1n) && typeof command.renews === 'boolean';
    case 'earn.exit':
      return isOfLock();
    case 'earn.renew':
      return isOfLock() && typeof command.renews === 'boolean';
    case 'earn.save':
      return isOfProduct() && isAmount(command.amount, 1n);
    case 'earn.redeem':
      return isOfProduct() && isAmount(command.amount, 0n);
    case 'earn.auto':
      return isOfProduct() && typeof command.isOn === 'boolean' && isAmount(command.keep, 0n);
    default:
      return false;
  }
}

function isProductWellFormed(product: EarnProduct): boolean {
  if (typeof product !== 'object' || product === null) return false;
  const { id, kind, currency, ratePpb, days, min, max, capacity, dayQuota } = product;
  const { earlyKeepBps, lendBps, isOpen } = product;
  if (!['wealth', 'pledge', 'savings'].includes(kind)) return false;
  const isSavings = kind === 'savings';
  const areNumbers =
    isWholeNumber(id, 1, 1023) &&
    isWholeNumber(currency, 1, 1023) &&
    isWholeNumber(ratePpb, 1, 50_000_000) &&
    (isSavings ? Object.is(days, 0) || Object.is(days, -0) : isWholeNumber(days, 1, 1825)) &&
    isWholeNumber(lendBps, 0, isSavings ? 9_000 : 0);
  const areAmounts =
    isAmount(min, 1n) && isAmount(max, min) && isAmount(capacity, 0n) && isAmount(dayQuota, 0n);
  const isEarly =
    earlyKeepBps === undefined || (!isSavings && isWholeNumber(earlyKeepBps, 0, 10_000));
  return areNumbers && areAmounts && isEarly && typeof isOpen === 'boolean';
}

function isAmount(value: unknown, low: bigint): boolean {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}

/** Whether terms allow an early exit where the others do, and keep no less interest. */
function hasExitOf(now: EarnProduct, before: EarnProduct): boolean {
  if (before.earlyKeepBps === undefined) return true;
  return now.earlyKeepBps !== undefined && now.earlyKeepBps >= before.earlyKeepBps;
}
