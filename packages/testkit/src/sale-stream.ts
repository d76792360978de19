import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import type { SnapshotSales } from '@meridian/core/sale/sale-snapshot';
import { decodeTerms } from '@meridian/core/sale/sale-terms';
import { drawAmount } from './drawn-amounts.ts';
import { saleHashOf } from './naive-sale-terms.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in a stream that has them. */
const SHARE = 0.03;
const HOUR_MS = 3_600_000;
/** Streams pass whole days while locks run. */
const LONG_MS = 7_000_000_000;

/** Sales that are announced or open. */
export type KnownSales = readonly SaleTerms[];

/** Sales that random commands can name in a state of the core. */
export function knownSales({ sales }: SnapshotSales): KnownSales {
  return sales
    .filter(({ state }) => state === 'announced' || state === 'open')
    .map(({ terms }) => decodeTerms(terms));
}

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
  /** Commands by which a user comes to owe. */
  readonly debtOf: (
    user: number,
    debt: { readonly currency: number; readonly amount: bigint },
    random: SeededRandom,
  ) => readonly Command[];
}

/**
 * Commands of token sales: some seconds long, with few lots, so that shares have remainders, caps
 * that one after the other reaches, targets at the edge of the demand, coins that are free in
 * parts; commitments of the unverified, of second accounts, beyond bounds and at the wrong time.
 */
export class SaleStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currencies: readonly number[];
  readonly #purse: readonly bigint[];
  readonly #debtOf: StreamParts['debtOf'];
  /** Some streams announce as many sales as there may be. */
  readonly #isCrowded: boolean;
  /** Commands that come next, in a row. */
  readonly #next: Command[] = [];
  #lastSale = 0;

  constructor(parts: StreamParts) {
    this.#random = parts.random;
    this.#users = parts.users;
    this.#currencies = parts.currencies;
    this.#purse = parts.purse;
    this.#debtOf = parts.debtOf;
    this.#isCrowded = parts.random.chance(0.1);
  }

  /** Undefined where it is not its turn. @param timeMs of the last command */
  next(known: KnownSales, timeMs: number): Command | undefined {
    const random = this.#random;
    const waiting = this.#next.shift();
    if (waiting !== undefined) return waiting;
    if (!random.chance(SHARE)) return undefined;
    const running = known.filter(
      ({ opensMs, closesMs }) => opensMs <= timeMs + 20 && timeMs < closesMs,
    );
    const isOver = known.some(({ closesMs }) => closesMs <= timeMs);
    if (isOver && random.chance(0.6)) return { kind: 'clock.tick' };
    if (known.length < (this.#isCrowded ? 30 : 1) || random.chance(0.04))
      return this.#announce(timeMs);
    const terms = random.pick(running.length > 0 && random.chance(0.9) ? running : known);
    const draw = random.next();
    if (draw < 0.01) return { kind: 'sale.cancel', sale: terms.id, operator: random.between(1, 3) };
    if (draw < 0.04)
      return this.#fund(terms, random.pick(['in', 'out']), drawAmount(random, this.#purse));
    if (draw < 0.06) return { kind: 'clock.tick' };
    if (draw < 0.09) return this.#indebt(terms);
    if (draw < 0.45) return this.#rush(terms);
    // Shares differ where several people want the same lots.
    const others = random.chance(0.5) ? random.between(1, 5) : 0;
    for (let count = 0; count < others; count++) this.#next.push(this.#commit(terms));
    return this.#commit(terms);
  }

  /** Everybody wants some, the next one three times as much, so that several reach the cap. */
  #rush({ id, lotPrice, min, max }: SaleTerms): Command {
    const first = this.#random.below(this.#users.length);
    const users = [...this.#users.slice(first), ...this.#users.slice(0, first)];
    const [one, ...others] = users.map((user, index): Command => {
      const wanted = min * 3n ** BigInt(index) + lotPrice;
      const amount = wanted < max ? wanted : max;
      const person = user.toString(16).padStart(32, '0');
      return { kind: 'sale.commit', user, sale: id, amount: amount as Amount, level: 2, person };
    });
    this.#next.push(...others);
    return one as Command;
  }

  /** Somebody commits, and then comes to owe in the same currency. */
  #indebt(terms: SaleTerms): Command {
    const random = this.#random;
    const user = random.pick(this.#users);
    const amount = random.pick(this.#purse) * random.pick([3n, 20n, 20n]);
    this.#next.push(...this.#debtOf(user, { currency: terms.paidIn, amount }, random));
    return this.#commit(terms, user);
  }

  #commit(terms: SaleTerms, user = this.#random.pick(this.#users)): Command {
    const random = this.#random;
    const { id, lotPrice, min, max, cap } = terms;
    const least = min / lotPrice;
    const lots = random.chance(0.5)
      ? least + BigInt(random.below(9))
      : random.pick([least, cap / lotPrice, max / lotPrice, max / lotPrice]);
    const amount = lots * lotPrice + (random.chance(0.03) ? 1n : 0n);
    return {
      kind: 'sale.commit',
      user,
      sale: random.chance(0.03) ? random.between(1, this.#lastSale + 1) : id,
      amount: amount as Amount,
      level: random.chance(0.05) ? random.between(0, 1) : 2,
      // Some users have more accounts than documents.
      person: (random.chance(0.9) ? user : (this.#users[0] ?? user)).toString(16).padStart(32, '0'),
    };
  }

  /** The supply comes first, and rarely not in full. */
  #announce(timeMs: number): Command {
    const random = this.#random;
    const id = random.chance(0.05) ? Math.max(1, this.#lastSale) : this.#lastSale + 1;
    this.#lastSale = Math.max(id, this.#lastSale);
    const terms = this.#terms(id, timeMs);
    const hash = random.chance(0.05) ? 'a'.repeat(64) : saleHashOf(terms);
    this.#next.push({ kind: 'sale.announce', terms, hash });
    const supply = (random.chance(0.05) ? terms.supply - 1n || 1n : terms.supply) as Amount;
    return this.#fund(terms, 'in', supply);
  }

  #fund({ id, currency }: SaleTerms, direction: 'in' | 'out', amount: Amount): Command {
    return { kind: 'sale.fund', sale: id, currency, direction, amount };
  }

  #terms(id: number, timeMs: number): SaleTerms {
    const random = this.#random;
    const currency = random.chance(0.02) ? 99 : random.pick(this.#currencies);
    const others = this.#currencies.filter((each) => each !== currency);
    const lotSize = BigInt(random.pick([1, 7, 100]));
    const lotPrice = random.pick(this.#purse) / random.pick([20n, 100n, 1_000n]) + 1n;
    const min = BigInt(random.between(1, 3));
    const cap = min + BigInt(random.below(random.chance(0.7) ? 5 : 12));
    const max = cap + BigInt(random.pick([0, 5, 30, 90]));
    // Three caps: in a rush one reaches it after the other.
    const lots = random.chance(0.5) ? 3n * cap : BigInt(random.between(1, 10));
    const kind = random.pick(['sale', 'crowd'] as const);
    const target =
      kind === 'sale' ? 0n : (lots * lotPrice * BigInt(random.between(1, 10))) / 10n || 1n;
    const opensMs = timeMs + random.pick([-1, 50, 50, 200, 200, 2_000]);
    const closesMs = opensMs + (this.#isCrowded ? LONG_MS : random.pick([4_000, 10_000, HOUR_MS]));
    return {
      id,
      kind,
      currency,
      paidIn: random.pick(others),
      lotSize: lotSize as Amount,
      lotPrice: lotPrice as Amount,
      supply: (lots * lotSize) as Amount,
      target: target as Amount,
      min: (min * lotPrice) as Amount,
      max: (max * lotPrice) as Amount,
      cap: (cap * lotPrice) as Amount,
      opensMs,
      closesMs,
      ...this.#schedule(closesMs),
      texts: 'e'.repeat(64),
    };
  }

  #schedule(
    closesMs: number,
  ): Pick<SaleTerms, 'freeBps' | 'cliffMs' | 'instalments' | 'instalmentMs'> {
    const random = this.#random;
    const freeBps = random.pick([0, 1, 3_333, 10_000]);
    if (freeBps === 10_000) return { freeBps, cliffMs: 0, instalments: 0, instalmentMs: 0 };
    const instalments = random.pick([1, 2, 3, 12]);
    return {
      freeBps,
      cliffMs: closesMs + random.pick([0, 500, 5_000, HOUR_MS]),
      instalments,
      instalmentMs: instalments === 1 ? 0 : random.pick([1, 3_000, 20_000, HOUR_MS]),
    };
  }
}
