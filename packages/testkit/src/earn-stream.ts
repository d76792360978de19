import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { EarnCommand, EarnKind, EarnProduct } from '@meridian/core/earn/earn-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { drawAmount, drawBound } from './drawn-amounts.ts';
import type { SeededRandom } from './seeded-random.ts';

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
}

/** Running locks and savings, from which the stream draws, so that most acts find one. */
export interface KnownEarnings {
  readonly locks: readonly { readonly id: number; readonly user: number }[];
  readonly savings: readonly { readonly product: number; readonly user: number }[];
}

/** Kinds of the products that are offered in each currency, with their numbers. */
const KINDS: readonly EarnKind[] = ['wealth', 'pledge', 'savings'];

const RATES = [1, 1_000, 300_000, 1_000_003, 7_777_777, 50_000_000];
const SAVINGS_RATES = [1, 1_000, 30_000, 300_000, 1_000_003, 50_000_000];

/** The savings of a currency. @param index of the currency in the stream's list */
export function savingsOf(index: number): number {
  return index * KINDS.length + 3;
}

/**
 * Purchases at and beyond bounds, quotas and budgets; terms that change while locks run; early
 * exits, renewals, redemptions of coins that are lent; budgets that run out.
 */
export class EarnStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currencies: readonly number[];
  /** As they were last listed. */
  readonly #listed = new Map<number, EarnProduct>();
  readonly #purse: readonly bigint[];

  constructor({ random, users, currencies, purse }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#currencies = currencies;
    this.#purse = purse;
  }

  /** Offers all products, and funds them. */
  *opening(): Generator<Command> {
    for (const [index, currency] of this.#currencies.entries())
      for (const [place, kind] of KINDS.entries()) {
        const id = index * KINDS.length + place + 1;
        yield this.#list(id, kind, currency);
        yield this.#fund(id, 'in');
        yield this.#fund(id, 'in');
        // Savings come only as far as their source pays for them.
        if (kind === 'savings') yield* this.#fundWell(id, currency);
      }
  }

  *#fundWell(product: number, currency: number): Generator<Command> {
    const amount = (this.#purse.reduce((most, each) => (each > most ? each : most)) /
      10_000n) as Amount;
    const wallet = 'spot';
    const reference = 'earn';
    yield { kind: 'ledger.deposit', user: SYSTEM.house, wallet, currency, amount, reference };
    yield { kind: 'earn.fund', product, direction: 'in', amount };
  }

  next({ locks, savings }: KnownEarnings): Command {
    const random = this.#random;
    const draw = random.next();
    const product = random.chance(0.02)
      ? 99
      : random.between(1, this.#currencies.length * KINDS.length);
    const user = random.pick(this.#users);
    if (draw < 0.25)
      return {
        kind: 'earn.lock',
        user,
        product: product === 99 ? 99 : product - (product % 3 === 0 ? random.between(0, 2) : 0),
        amount: this.#amount(),
        renews: random.chance(0.3),
      };
    if (draw < 0.45)
      return { kind: 'earn.save', user, product: this.#savings(), amount: this.#amount() };
    if (draw < 0.6) {
      const amount = random.chance(0.4) ? (0n as Amount) : this.#amount();
      const saving =
        savings.length === 0 || random.chance(0.1)
          ? { user, product: this.#savings() }
          : random.pick(savings);
      return { kind: 'earn.redeem', user: saving.user, product: saving.product, amount };
    }
    if (draw < 0.74) return this.#ofLock(locks);
    if (draw < 0.79)
      return {
        kind: 'earn.auto',
        user,
        product: random.chance(0.9) ? this.#savings() : product,
        isOn: random.chance(0.7),
        keep: random.chance(0.5) ? (0n as Amount) : this.#amount(),
      };
    if (draw < 0.86) return this.#fund(product, random.pick(['in', 'in', 'out']));
    if (draw < 0.93) return { kind: 'clock.tick' };
    return this.#relist(product);
  }

  /**
   * A product of which the early exit alone changes, so that a lock that renews meets the change.
   */
  changedExit(random: SeededRandom): EarnCommand | undefined {
    const products = [...this.#listed.values()].filter(({ kind }) => kind !== 'savings');
    if (products.length === 0) return undefined;
    const { earlyKeepBps: _before, ...terms } = random.pick(products);
    const earlyKeepBps = random.pick([undefined, 0, 3_333, 10_000]);
    const product = { ...terms, ...(earlyKeepBps !== undefined && { earlyKeepBps }) };
    return { kind: 'earn.product', product };
  }

  #savings(): number {
    return savingsOf(this.#random.below(this.#currencies.length));
  }

  #ofLock(locks: KnownEarnings['locks']): EarnCommand {
    const random = this.#random;
    const { id, user } =
      locks.length === 0 || random.chance(0.1)
        ? { id: random.between(1, 50), user: random.pick(this.#users) }
        : random.pick(locks);
    return random.chance(0.6)
      ? { kind: 'earn.exit', user, lock: id }
      : { kind: 'earn.renew', user, lock: id, renews: random.chance(0.7) };
  }

  #relist(id: number): EarnCommand {
    const place = (id - 1) % KINDS.length;
    const currency = this.#currencies[Math.floor((id - 1) / KINDS.length)] ?? 1;
    const kind = KINDS[place] as EarnKind;
    if (this.#random.chance(0.05)) return this.#list(id, kind, 99);
    if (this.#random.chance(0.05))
      return this.#list(id, kind === 'savings' ? 'wealth' : 'savings', currency);
    return this.#list(id, kind, currency);
  }

  #list(id: number, kind: EarnKind, currency: number): EarnCommand {
    const random = this.#random;
    const isSavings = kind === 'savings';
    const min = random.pick([1n, 1n, random.pick(this.#purse) / 50n]) + 1n;
    const product: EarnProduct = {
      id,
      kind,
      currency,
      ratePpb: random.pick(isSavings ? SAVINGS_RATES : RATES),
      days: isSavings ? 0 : random.pick([1, 2, 3, 5]),
      min: min as Amount,
      max: (min + drawBound(random, this.#purse, [1n, 10n])) as Amount,
      capacity: drawBound(random, this.#purse, [1n, 10n, 10n ** 4n]),
      dayQuota: drawBound(random, this.#purse, [1n, 10n, 10n ** 4n]),
      ...(isSavings || random.chance(0.4) ? {} : { earlyKeepBps: random.pick([0, 3_333, 10_000]) }),
      lendBps: isSavings ? random.pick([0, 5_000, 9_000]) : 0,
      isOpen: random.chance(0.93),
    };
    this.#listed.set(id, product);
    return { kind: 'earn.product', product };
  }

  #fund(product: number, direction: 'in' | 'out'): EarnCommand {
    return { kind: 'earn.fund', product, direction, amount: this.#amount() };
  }

  #amount(): Amount {
    return drawAmount(this.#random, this.#purse);
  }
}
