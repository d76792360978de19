import type { EarnEvent, Lock, Saving, SavingChanged } from '@meridian/core/earn/earn-events';
import type { EarnProduct, LockId, ProductId } from '@meridian/core/earn/earn-commands';
import { decodeProduct } from '@meridian/core/earn/earn-commands-check';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { WHOLE_PPB } from '@meridian/core/integers';
import { earnPool, earnSource } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Amount } from '@meridian/money/amount';
import type { LiveArea, LiveFold, LiveGround } from '../../live/live-ground.ts';

/** A lock that runs. */
export type LiveLock = Lock;

/** A saver's amounts now. An amount that has begun to earn counts as earning. */
export interface SavingNow {
  readonly earning: bigint;
  readonly pending: bigint;
  /** Earned and not paid out, in whole units. */
  readonly interest: bigint;
}

/** The common part of all savings in a product. */
export interface LivePool {
  /** The running Shanghai day and its rate. */
  readonly day: number;
  readonly ratePpb: number;
  readonly earning: bigint;
  readonly pending: bigint;
  readonly index: bigint;
}

interface Sold {
  readonly principal: bigint;
  readonly day: number;
  readonly dayIn: bigint;
}

type Ground = Pick<LiveGround, 'balance' | 'poolInterest'>;

const NOTHING_SOLD: Sold = { principal: 0n, day: 0, dayIn: 0n };
const NO_POOL: LivePool = { day: 0, ratePpb: 0, earning: 0n, pending: 0n, index: 0n };

/** Products that pay interest, locks that run, savings, as the durable events left them. */
export class LiveEarn implements LiveFold {
  readonly #ground: Ground;
  readonly #products = new Map<ProductId, EarnProduct>();
  readonly #sold = new Map<ProductId, Sold>();
  readonly #locks = new Map<LockId, LiveLock>();
  readonly #byUser = new Map<UserId, Set<LockId>>();
  readonly #pools = new Map<ProductId, LivePool>();
  readonly #savings = new Map<ProductId, Map<UserId, Saving>>();
  /** Amount that an order to save leaves in the wallet, by product and user. */
  readonly #autos = new Map<string, Amount>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  load({ earn }: ExchangeSnapshot): void {
    for (const map of [this.#products, this.#sold, this.#locks, this.#byUser]) map.clear();
    for (const map of [this.#pools, this.#savings, this.#autos]) map.clear();
    for (const row of earn.products) this.#products.set(row.id, decodeProduct(row));
    for (const { product, principal, day, dayIn } of earn.sold)
      this.#sold.set(product, { principal: BigInt(principal), day, dayIn: BigInt(dayIn) });
    for (const { principal, paid, ...lock } of earn.locks)
      this.#add({ ...lock, principal: BigInt(principal) as Amount, paid: BigInt(paid) as Amount });
    for (const { product, day, ratePpb, earning, pending, index } of earn.pools)
      this.#pools.set(product, {
        day,
        ratePpb,
        earning: BigInt(earning),
        pending: BigInt(pending),
        index: BigInt(index),
      });
    for (const row of earn.savings)
      this.#saversOf(row.product).set(row.user, {
        ...row,
        earning: BigInt(row.earning) as Amount,
        pending: BigInt(row.pending) as Amount,
        entryIndex: BigInt(row.entryIndex),
        pendingIndex: BigInt(row.pendingIndex),
        accruedPpb: BigInt(row.accruedPpb),
      });
    for (const { user, product, keep } of earn.autoSaves)
      this.#autos.set(keyOf(product, user), BigInt(keep) as Amount);
  }

  fold(event: EarnEvent, timeMs: number): void {
    switch (event.type) {
      case 'earnProductListed':
        return this.#list(event.product, timeMs);
      case 'earnFunded':
        return;
      case 'lockOpened': {
        const { lock, renewsLock } = event;
        this.#add(lock);
        return this.#sell(lock.product, lock.principal, renewsLock === 0 ? timeMs : undefined);
      }
      case 'interestAccrued':
        return this.#renew(event.lock, { paidDays: event.paidDays, paid: event.paid });
      case 'lockRenewalSet':
        return this.#renew(event.lock, { renews: event.renews });
      case 'lockEnded':
        this.#locks.delete(event.lock);
        this.#byUser.get(event.user)?.delete(event.lock);
        return this.#sell(
          event.product,
          -event.principal,
          event.cause === 'matured' ? undefined : timeMs,
        );
      case 'savingChanged':
        return this.#changeSaving(event, timeMs);
      case 'savingsDayEnded':
        this.#pools.set(event.product, {
          day: event.day + 1,
          ratePpb: event.nextRatePpb,
          earning: event.nextEarning,
          pending: 0n,
          index: event.index,
        });
        return;
      case 'autoSaveSet':
        if (event.isOn) this.#autos.set(keyOf(event.product, event.user), event.keep);
        else this.#autos.delete(keyOf(event.product, event.user));
    }
  }

  /** All that was ever listed, open or not, by number. */
  products(): EarnProduct[] {
    return [...this.#products.values()].sort((a, b) => a.id - b.id);
  }

  product(id: ProductId): EarnProduct | undefined {
    return this.#products.get(id);
  }

  /** Principal of all customers now. */
  principal(id: ProductId): bigint {
    return this.#soldOf(id).principal;
  }

  /** Principal that came in on the Shanghai day of a time. */
  today(id: ProductId, timeMs: number): bigint {
    const { day, dayIn } = this.#soldOf(id);
    return day === shanghaiDay(timeMs) ? dayIn : 0n;
  }

  /**
   * Interest that the source of a product can still promise (available) and has promised (held).
   */
  source({ id, currency }: EarnProduct): { readonly available: bigint; readonly held: bigint } {
    return this.#ground.balance(earnSource(id), 'spot', currency);
  }

  /** Principal of a savings product that borrowers have. */
  lent(product: EarnProduct): bigint {
    if (product.kind !== 'savings') return 0n;
    const { id, currency } = product;
    const { available } = this.#ground.balance(earnPool(id), 'spot', currency);
    return this.principal(id) + this.#ground.poolInterest(id) - available;
  }

  /** Newest first. */
  locks(user: UserId): LiveLock[] {
    return [...(this.#byUser.get(user) ?? [])]
      .map((id) => this.#locks.get(id))
      .filter((lock) => lock !== undefined)
      .reverse();
  }

  lock(id: LockId): LiveLock | undefined {
    return this.#locks.get(id);
  }

  pool(id: ProductId): LivePool {
    return this.#pools.get(id) ?? NO_POOL;
  }

  /** Undefined where the user has nothing in it. */
  saving(product: ProductId, user: UserId): SavingNow | undefined {
    const saving = this.#savings.get(product)?.get(user);
    return saving && savingNow(saving, this.pool(product));
  }

  /** A user's savings of a currency, with the interest so far. */
  savedBy(user: UserId, currency: CurrencyId): bigint {
    let saved = 0n;
    for (const product of this.#products.values()) {
      const own = product.currency === currency ? this.saving(product.id, user) : undefined;
      if (own !== undefined) saved += own.earning + own.pending + own.interest;
    }
    return saved;
  }

  hasSavings(user: UserId): boolean {
    return [...this.#savings.values()].some((savers) => savers.has(user));
  }

  /** Of everybody, by product and user. */
  *allSavings(): Iterable<{ product: ProductId; user: UserId; now: SavingNow }> {
    for (const [product, savers] of [...this.#savings].sort(([a], [b]) => a - b))
      for (const [user, saving] of [...savers].sort(([a], [b]) => a - b))
        yield { product, user, now: savingNow(saving, this.pool(product)) };
  }

  /** Amount that a user's order to save leaves in the wallet; undefined without an order. */
  autoKeep(product: ProductId, user: UserId): Amount | undefined {
    return this.#autos.get(keyOf(product, user));
  }

  #list(product: EarnProduct, timeMs: number): void {
    const { id, kind, ratePpb } = product;
    this.#products.set(id, product);
    if (kind === 'savings' && !this.#pools.has(id))
      this.#pools.set(id, { ...NO_POOL, day: shanghaiDay(timeMs), ratePpb });
  }

  #add(lock: LiveLock): void {
    this.#locks.set(lock.id, lock);
    const own = this.#byUser.get(lock.user) ?? new Set<LockId>();
    own.add(lock.id);
    this.#byUser.set(lock.user, own);
  }

  #renew(id: LockId, change: Partial<LiveLock>): void {
    const lock = this.#locks.get(id);
    if (lock === undefined) throw new RangeError(`lock ${id} does not run`);
    this.#locks.set(id, { ...lock, ...change });
  }

  /**
   * @param amount below zero for principal taken out: it makes room in the quota of its day
   * @param timeMs of a movement that counts for that quota, undefined for any other
   */
  #sell(id: ProductId, amount: bigint, timeMs: number | undefined): void {
    const { principal, day, dayIn } = this.#soldOf(id);
    const sold = { principal: principal + amount, day, dayIn };
    if (timeMs === undefined) return void this.#sold.set(id, sold);
    const today = shanghaiDay(timeMs);
    const net = (day === today ? dayIn : 0n) + amount;
    this.#sold.set(id, { ...sold, day: today, dayIn: net < 0n ? 0n : net });
  }

  #changeSaving({ cause, amount, saving }: SavingChanged, timeMs: number): void {
    const { product, user, earning, pending } = saving;
    const pool = this.pool(product);
    const savers = this.#saversOf(product);
    if (cause === 'saved' || cause === 'auto') {
      this.#sell(product, amount, timeMs);
      this.#pools.set(product, { ...pool, pending: pool.pending + amount });
    } else {
      this.#sell(product, -amount, timeMs);
      const known = savers.get(user);
      const fromPending = (known === undefined ? 0n : savingNow(known, pool).pending) - pending;
      this.#pools.set(product, {
        ...pool,
        pending: pool.pending - fromPending,
        earning: pool.earning - (amount - fromPending),
      });
    }
    if (earning + pending === 0n) savers.delete(user);
    else savers.set(user, saving);
  }

  #saversOf(product: ProductId): Map<UserId, Saving> {
    const savers = this.#savings.get(product) ?? new Map<UserId, Saving>();
    this.#savings.set(product, savers);
    return savers;
  }

  #soldOf(id: ProductId): Sold {
    return this.#sold.get(id) ?? NOTHING_SOLD;
  }
}

/** A saving with the days that are over since its last change. */
function savingNow(
  { earning, pending, pendingDay, entryIndex, pendingIndex, accruedPpb }: Saving,
  { day, index }: LivePool,
): SavingNow {
  const hasBegun = pendingDay < day;
  const begun = hasBegun ? pending * (index - pendingIndex) : 0n;
  return {
    earning: hasBegun ? earning + pending : earning,
    pending: hasBegun ? 0n : pending,
    interest: (accruedPpb + earning * (index - entryIndex) + begun) / WHOLE_PPB,
  };
}

function keyOf(product: ProductId, user: UserId): string {
  return `${product} ${user}`;
}

export const earnLive: LiveArea<LiveEarn> = {
  takes: {
    earnProductListed: true,
    earnFunded: true,
    lockOpened: true,
    interestAccrued: true,
    lockRenewalSet: true,
    lockEnded: true,
    savingChanged: true,
    savingsDayEnded: true,
    autoSaveSet: true,
  },
  open: (ground) => new LiveEarn(ground),
};
