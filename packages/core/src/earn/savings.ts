import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { WHOLE_PPB } from '../integers.ts';
import type { InvariantChecks } from '../invariants.ts';
import { earnPool, SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import * as wellFormed from './earn-commands-check.ts';
import type { EarnProduct, ProductId, RedeemSavings, SaveCoins } from './earn-commands.ts';
import type { EarnEvent, Saving, SavingChanged } from './earn-events.ts';
import type { SnapshotEarn } from './earn-snapshot.ts';
import type { Products } from './products.ts';
import {
  dayCost,
  dayInterest,
  fundedPrincipal,
  fundedRate,
  lendable,
  newPool,
  poolBalance,
  unneeded,
  type SavingsPool,
} from './savings-pool.ts';

type LiveSaving = { -readonly [Field in keyof Saving]: Saving[Field] };

/**
 * Owns savings. The coins of a product lie in one account, its pool, as far as they are not lent.
 * The interest of a day is reserved at the product's source when the day begins, so that the rate
 * shown is paid for; at midnight one posting moves it to the pool, and an index makes each saver's
 * part of it (E3, E4). Coins earn from the midnight after they came.
 */
export class Savings {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<EarnEvent>;
  readonly #rules: Rules;
  readonly #products: Products;
  readonly #pools = new Map<ProductId, SavingsPool>();
  readonly #savings = new Map<ProductId, Map<UserId, LiveSaving>>();

  constructor(parts: AreaParts<EarnEvent> & { readonly products: Products }) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#products = parts.products;
  }

  /** The first listing of a product begins its pool. */
  listed({ id, currency, ratePpb }: EarnProduct, timeMs: number): void {
    if (this.#pools.has(id)) return;
    this.#pools.set(id, { ...newPool(id, currency, shanghaiDay(timeMs)), ratePpb });
    this.#savings.set(id, new Map());
  }

  save(command: SaveCoins, timeMs: number): Rejection | undefined {
    if (!wellFormed.isSaving(command)) return 'malformed';
    const { user, amount } = command;
    const product = this.#products.open(command.product, ['savings']);
    if (product === undefined) return 'earn_closed';
    const has = this.principalOf(user, product.id);
    if (amount < product.min || has + amount > product.max) return 'earn_amount_invalid';
    const problem = this.#products.problem(product, amount, timeMs);
    if (problem !== undefined) return problem;
    const account = this.#ledger.find(user, 'spot', product.currency);
    if (account < 0 || this.#ledger.available(account) < amount) return 'balance_insufficient';
    const room = this.fundedRoom(product, timeMs);
    if (room !== undefined && amount > room) return 'earn_unfunded';
    this.put(product, { user, amount, cause: 'saved' }, timeMs);
    return undefined;
  }

  /**
   * The most further principal that the source can pay tomorrow for; below zero where the present
   * one is too much already, undefined for rules that do not ask.
   */
  fundedRoom(product: EarnProduct, timeMs: number): bigint | undefined {
    if (!this.#rules.savesWhatIsFunded) return undefined;
    const pool = this.#pool(product.id);
    const principal = pool.earning + pool.pending;
    // Where a tick is late, the days since are reserved before tomorrow is.
    const begun = BigInt(shanghaiDay(timeMs) - pool.day) * dayCost(principal, product.ratePpb);
    const available = this.#ledger.available(this.#products.source(product)) - begun;
    const reserved = this.#reserved(pool);
    return fundedPrincipal(pool, product.ratePpb, { available, reserved }) - principal;
  }

  /** Moves available coins into savings. */
  put(
    { id, currency }: EarnProduct,
    { user, amount, cause }: { user: UserId; amount: bigint; cause: 'saved' | 'auto' },
    timeMs: number,
  ): void {
    const pool = this.#poolAt(id, timeMs);
    const saving = this.#saving(user, pool);
    this.#products.add(id, amount, timeMs);
    this.#ledger.post(this.#spot(user, currency), -amount, 'savings', id, '');
    this.#ledger.post(this.#account(pool), amount, 'savings', id, '');
    saving.pending = (saving.pending + amount) as Amount;
    saving.pendingDay = pool.day;
    // The index after the coming midnight: the rate of a day stands from its beginning.
    saving.pendingIndex = pool.index + BigInt(pool.ratePpb);
    pool.pending += amount;
    this.#tell(saving, cause, amount, 0n);
    this.#checkPool(pool);
  }

  redeem(command: RedeemSavings, timeMs: number): Rejection | undefined {
    if (!wellFormed.isRedemption(command)) return 'malformed';
    const { user, product } = command;
    const saving = this.#savings.get(product)?.get(user);
    if (saving === undefined) return 'saving_not_found';
    const has = saving.earning + saving.pending;
    const amount = command.amount === 0n ? has : command.amount;
    if (amount > has) return 'saving_short';
    if (amount > this.#idle(saving) || amount > this.#redeemable(saving)) return 'savings_lent';
    this.#take(saving, amount, 'redeemed', timeMs);
    return undefined;
  }

  /**
   * Takes savings for a debt of their owner, as far as they are not lent.
   * @param most the amount of the debt; before rules 4 all savings were taken
   * @returns the amount that came free, with its interest
   */
  collect(user: UserId, currency: CurrencyId, most: bigint, timeMs: number): bigint {
    let left = most;
    for (const pool of this.#inOrder()) {
      const saving = this.#savings.get(pool.product)?.get(user);
      if (saving === undefined || pool.currency !== currency) continue;
      const free = this.#freeOf(saving);
      const amount = this.#rules.collectsSavings && left < free ? left : free;
      if (amount <= 0n) continue;
      left -= amount + this.#take(saving, amount, 'collected', timeMs);
    }
    return most - left;
  }

  /** Savings of a user that a debt could take now: those that are not lent. */
  collectable(user: UserId, currency: CurrencyId): bigint {
    let sum = 0n;
    for (const { product, currency: own } of this.#inOrder()) {
      const saving = this.#savings.get(product)?.get(user);
      if (saving !== undefined && own === currency) sum += this.#freeOf(saving);
    }
    return sum;
  }

  /** Whether a user saves anything, in any currency. */
  has(user: UserId): boolean {
    for (const savings of this.#savings.values()) if (savings.has(user)) return true;
    return false;
  }

  principalOf(user: UserId, product: ProductId): bigint {
    const saving = this.#savings.get(product)?.get(user);
    return saving === undefined ? 0n : saving.earning + saving.pending;
  }

  /** The most that borrowers could get of a product now. */
  lendable(product: EarnProduct): bigint {
    const pool = this.#pools.get(product.id);
    return pool === undefined ? 0n : lendable(pool, product.lendBps);
  }

  /** The account that principal of loans comes from and returns to. */
  lend(product: ProductId, amount: bigint): AccountSlot {
    const pool = this.#pool(product);
    pool.lent += amount;
    return this.#account(pool);
  }

  /** Products that take savings, or once did. */
  products(): readonly ProductId[] {
    return [...this.#pools.keys()];
  }

  lent(product: ProductId): bigint {
    return this.#pool(product).lent;
  }

  /** Ends the days that are over. */
  onTime(timeMs: number): void {
    const today = shanghaiDay(timeMs);
    for (const pool of this.#inOrder()) while (pool.day < today) this.#endDay(pool);
  }

  /**
   * Full scan: E3 of each pool, and E4: savers' claims are the interest that was earned and not
   * paid.
   */
  verify(): void {
    for (const pool of this.#pools.values()) {
      this.#checkPool(pool);
      let [earning, pending, claims] = [0n, 0n, 0n];
      for (const saving of this.#savingsOf(pool.product).values()) {
        const now = this.#settled(saving, pool);
        earning += now.earning;
        pending += now.pending;
        claims += now.accruedPpb;
      }
      this.#checks.check(
        'E4',
        earning === pool.earning &&
          pending === pool.pending &&
          claims === pool.earnedPpb - pool.paidPpb - pool.forgonePpb,
        `the savers of product ${pool.product} have something else than its pool`,
      );
      if (pool.reserve !== undefined)
        this.#ledger.checkOwner(pool.reserve, pool.product, 'savingsInterest');
    }
  }

  snapshot(): Pick<SnapshotEarn, 'pools' | 'savings'> {
    const pools = this.#inOrder();
    return {
      pools: pools.map((pool) => ({
        product: pool.product,
        currency: pool.currency,
        day: pool.day,
        ratePpb: pool.ratePpb,
        earning: pool.earning.toString(),
        pending: pool.pending.toString(),
        index: pool.index.toString(),
        reserved: this.#reserved(pool).toString(),
        lent: pool.lent.toString(),
        earnedPpb: pool.earnedPpb.toString(),
        paidPpb: pool.paidPpb.toString(),
        forgonePpb: pool.forgonePpb.toString(),
      })),
      savings: pools.flatMap(({ product }) =>
        [...this.#savingsOf(product).values()]
          .sort((a, b) => a.user - b.user)
          .map((saving) => ({
            ...saving,
            earning: saving.earning.toString(),
            pending: saving.pending.toString(),
            entryIndex: saving.entryIndex.toString(),
            pendingIndex: saving.pendingIndex.toString(),
            accruedPpb: saving.accruedPpb.toString(),
          })),
      ),
    };
  }

  restore({ pools, savings }: Pick<SnapshotEarn, 'pools' | 'savings'>): void {
    for (const row of pools) {
      const { product, currency, day, ratePpb } = row;
      const reserved = BigInt(row.reserved);
      const source = this.#products.source({ id: product, currency });
      this.#pools.set(product, {
        product,
        currency,
        day,
        ratePpb,
        reserve:
          reserved === 0n
            ? undefined
            : this.#ledger.restoreHold(source, reserved, product, 'savingsInterest'),
        earning: BigInt(row.earning),
        pending: BigInt(row.pending),
        index: BigInt(row.index),
        lent: BigInt(row.lent),
        earnedPpb: BigInt(row.earnedPpb),
        paidPpb: BigInt(row.paidPpb),
        forgonePpb: BigInt(row.forgonePpb),
      });
      this.#savings.set(product, new Map());
    }
    for (const row of savings)
      this.#savingsOf(row.product).set(row.user, {
        ...row,
        earning: BigInt(row.earning) as Amount,
        pending: BigInt(row.pending) as Amount,
        entryIndex: BigInt(row.entryIndex),
        pendingIndex: BigInt(row.pendingIndex),
        accruedPpb: BigInt(row.accruedPpb),
      });
  }

  /**
   * Takes principal out, the part that earns least first, and pays all interest so far.
   * @returns the interest
   */
  #take(
    saving: LiveSaving,
    amount: bigint,
    cause: 'redeemed' | 'collected',
    timeMs: number,
  ): bigint {
    const { user, product, currency } = saving;
    const pool = this.#poolAt(product, timeMs);
    Object.assign(saving, this.#settled(saving, pool));
    const young = cause === 'redeemed' ? this.#youngOf(saving) : saving.pending;
    const fromPending = amount < young ? amount : young;
    const fromEarning = amount - fromPending;
    saving.pending = (saving.pending - fromPending) as Amount;
    saving.earning = (saving.earning - fromEarning) as Amount;
    pool.pending -= fromPending;
    pool.earning -= fromEarning;
    this.#products.remove(product, amount, timeMs);
    const interest = saving.accruedPpb / WHOLE_PPB;
    saving.accruedPpb -= interest * WHOLE_PPB;
    pool.paidPpb += interest * WHOLE_PPB;
    const spot = this.#spot(user, currency);
    if (amount > 0n) {
      this.#ledger.post(this.#account(pool), -amount, 'savings', product, '');
      this.#ledger.post(spot, amount, 'savings', product, '');
    }
    if (interest > 0n) {
      const name = `${product}:${pool.day}`;
      this.#ledger.post(this.#account(pool), -interest, 'interest', product, name);
      this.#ledger.post(spot, interest, 'interest', product, name);
    }
    if (saving.earning + saving.pending === 0n) this.#forget(saving, pool);
    this.#tell(saving, cause, amount, interest);
    this.#checkPool(pool);
    return interest;
  }

  /**
   * The fraction of a unit that a saver leaves behind goes to `rounding` once it is a whole one.
   */
  #forget(saving: LiveSaving, pool: SavingsPool): void {
    pool.forgonePpb += saving.accruedPpb;
    saving.accruedPpb = 0n;
    this.#savingsOf(pool.product).delete(saving.user);
    if (pool.forgonePpb < WHOLE_PPB) return;
    pool.forgonePpb -= WHOLE_PPB;
    pool.paidPpb += WHOLE_PPB;
    const rounding = this.#ledger.open(SYSTEM.rounding, 'spot', pool.currency);
    this.#ledger.post(this.#account(pool), -1n, 'interest', pool.product, '');
    this.#ledger.post(rounding, 1n, 'interest', pool.product, '');
  }

  /** Pays the interest of a day that is over, and reserves that of the next one. */
  #endDay(pool: SavingsPool): void {
    const { product, currency, day, ratePpb, earning } = pool;
    const earned = earning * BigInt(ratePpb);
    const paid = dayInterest(pool);
    pool.earnedPpb += earned;
    pool.index += BigInt(ratePpb);
    if (pool.reserve !== undefined) {
      if (paid > 0n) {
        const name = `${product}:${day}`;
        this.#ledger.spend(pool.reserve, paid, 'interest', product, name);
        this.#ledger.post(this.#account(pool), paid, 'interest', product, name);
      }
      this.#ledger.closeHold(pool.reserve);
      pool.reserve = undefined;
    }
    pool.day = day + 1;
    pool.earning += pool.pending;
    pool.pending = 0n;
    this.#beginDay(pool);
    this.#events.list.push({
      type: 'savingsDayEnded',
      product,
      currency,
      day,
      ratePpb,
      earned: earning as Amount,
      paid: paid as Amount,
      index: pool.index,
      nextRatePpb: pool.ratePpb,
      nextEarning: pool.earning as Amount,
    });
    this.#checkPool(pool);
  }

  #beginDay(pool: SavingsPool): void {
    const { product, currency, earning } = pool;
    const source = this.#products.source({ id: product, currency });
    const wanted = this.#products.get(product)?.ratePpb ?? 0;
    pool.ratePpb = fundedRate(earning, wanted, this.#ledger.available(source));
    const cost = dayCost(earning, pool.ratePpb);
    if (cost > 0n) pool.reserve = this.#ledger.hold(source, cost, product, 'savingsInterest');
  }

  #saving(user: UserId, pool: SavingsPool): LiveSaving {
    const savings = this.#savingsOf(pool.product);
    const known = savings.get(user);
    if (known !== undefined) return Object.assign(known, this.#settled(known, pool));
    const saving: LiveSaving = {
      user,
      product: pool.product,
      currency: pool.currency,
      earning: 0n as Amount,
      pending: 0n as Amount,
      pendingDay: pool.day,
      entryIndex: pool.index,
      pendingIndex: pool.index,
      accruedPpb: 0n,
    };
    savings.set(user, saving);
    return saving;
  }

  /** The saving with all interest up to the pool's day. */
  #settled(
    { earning, pending, pendingDay, entryIndex, pendingIndex, accruedPpb }: Saving,
    { day, index }: SavingsPool,
  ): Pick<
    Saving,
    'earning' | 'pending' | 'pendingDay' | 'entryIndex' | 'pendingIndex' | 'accruedPpb'
  > {
    const accrued = accruedPpb + earning * (index - entryIndex);
    if (pending === 0n || pendingDay >= day)
      return { earning, pending, pendingDay, entryIndex: index, pendingIndex, accruedPpb: accrued };
    return {
      earning: (earning + pending) as Amount,
      pending: 0n as Amount,
      pendingDay,
      entryIndex: index,
      pendingIndex,
      accruedPpb: accrued + pending * (index - pendingIndex),
    };
  }

  #tell(saving: LiveSaving, cause: SavingChanged['cause'], amount: bigint, interest: bigint): void {
    this.#events.list.push({
      type: 'savingChanged',
      cause,
      amount: amount as Amount,
      interest: interest as Amount,
      saving: { ...saving },
    });
  }

  /**
   * E3: the pool's account has the principal that is not lent, and the interest that is not paid.
   */
  #checkPool(pool: SavingsPool): void {
    const balance = this.#ledger.available(this.#account(pool));
    this.#checks.check(
      'E3',
      balance === poolBalance(pool) && pool.lent >= 0n,
      `the pool of product ${pool.product} has ${balance} and must have ${poolBalance(pool)}`,
    );
  }

  /** Principal in the pool of a saving that is not lent. */
  #freeOf(saving: LiveSaving): bigint {
    const has = saving.earning + saving.pending;
    const idle = this.#idle(saving);
    return has < idle ? has : idle;
  }

  /**
   * Principal of a saving that its owner may ask for, without regard to the coins that are idle.
   */
  #redeemable(saving: LiveSaving): bigint {
    const { earning, pending } = this.#settled(saving, this.#pool(saving.product));
    return earning + this.#youngOf({ ...saving, pending });
  }

  /** Coins of the day that may leave on it: the loans need the others. */
  #youngOf({ product, pending }: Saving): bigint {
    if (!this.#rules.bindsCoinsOfDay) return pending;
    const free = unneeded(this.#pool(product), this.#products.get(product)?.lendBps ?? 0);
    return pending < free ? pending : free;
  }

  #idle({ product }: Saving): bigint {
    const { earning, pending, lent } = this.#pool(product);
    return earning + pending - lent;
  }

  #reserved({ reserve }: SavingsPool): bigint {
    return reserve === undefined ? 0n : this.#ledger.holdAmount(reserve);
  }

  /** A pool whose days before a time are ended. */
  #poolAt(product: ProductId, timeMs: number): SavingsPool {
    const pool = this.#pool(product);
    while (pool.day < shanghaiDay(timeMs)) this.#endDay(pool);
    return pool;
  }

  #pool(product: ProductId): SavingsPool {
    const pool = this.#pools.get(product);
    if (pool === undefined) throw new Error(`product ${product} has no savings`);
    return pool;
  }

  #savingsOf(product: ProductId): Map<UserId, LiveSaving> {
    return this.#savings.get(product) ?? new Map<UserId, LiveSaving>();
  }

  #inOrder(): SavingsPool[] {
    return [...this.#pools.values()].sort((a, b) => a.product - b.product);
  }

  #account({ product, currency }: SavingsPool): AccountSlot {
    return this.#ledger.open(earnPool(product), 'spot', currency);
  }

  #spot(user: UserId, currency: CurrencyId): AccountSlot {
    return this.#ledger.open(user, 'spot', currency);
  }
}
