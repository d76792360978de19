import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { LoanCommand, LoanOffer } from '@meridian/core/loan/loan-commands';
import type { KnownConversions, KnownLoan } from './convert-stream.ts';
import { drawAmount, drawBound } from './drawn-amounts.ts';
import type { SeededRandom } from './seeded-random.ts';

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly markets: readonly number[];
  /** The savings that lend the coin of all these markets. */
  readonly product: number;
  readonly purse: readonly bigint[];
  /** A collateral's worth in the coin, about: units for a unit. */
  readonly worthOf: (market: number, collateral: bigint) => bigint;
}

/** Units whose worth says a price without a fraction that matters. */
const MANY = 10n ** 15n;

/**
 * Loans near their bounds while prices move; repayments of parts, of all, by quotes for the
 * collateral; collateral that is added and removed; offers that change while loans run.
 */
export class LoanStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #markets: readonly number[];
  readonly #product: number;
  readonly #purse: readonly bigint[];
  readonly #worthOf: StreamParts['worthOf'];

  constructor({ random, users, markets, product, purse, worthOf }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#markets = markets;
    this.#product = product;
    this.#purse = purse;
    this.#worthOf = worthOf;
  }

  *opening(): Generator<Command> {
    for (const [index, market] of this.#markets.entries()) yield this.#list(index + 1, market);
  }

  next({ loans, quotes }: KnownConversions): Command {
    const random = this.#random;
    const draw = random.next();
    const isFirst = loans.length === 0 && random.chance(0.9);
    if (draw < 0.45 || isFirst) return this.#borrow();
    const { id, user, pledged } =
      loans.length === 0 || random.chance(0.05)
        ? { id: random.between(1, 50), user: random.pick(this.#users), pledged: 1n }
        : random.pick(loans);
    const amount = this.#amount();
    if (draw < 0.6) {
      const all = random.chance(0.4) ? (0n as Amount) : amount;
      return { kind: 'loan.repay', user, loan: id, amount: all };
    }
    if (draw < 0.7) {
      const own = quotes.filter((each) => each.user === user);
      const quote = own.length > 0 ? random.pick(own).id : random.between(1, 100);
      return { kind: 'loan.repay', user, loan: id, amount: 0n as Amount, quote };
    }
    if (draw < 0.88) {
      const direction = random.pick(['add', 'remove'] as const);
      if (direction === 'remove' && random.chance(0.8))
        return this.removal({ id, user, pledged }, random);
      return { kind: 'loan.collateral', user, loan: id, direction, amount };
    }
    if (draw < 0.9) return { kind: 'loan.cover', loan: id };
    if (draw < 0.95) return { kind: 'clock.tick' };
    const index = random.below(this.#markets.length);
    const wrong = random.chance(0.1) ? random.pick([99, ...this.#markets]) : undefined;
    return this.#list(index + 1, wrong ?? (this.#markets[index] as number));
  }

  /** A part of the collateral leaves, which the loan's ratio may not allow. */
  removal(
    { id, user, pledged }: Pick<KnownLoan, 'id' | 'user' | 'pledged'>,
    random: SeededRandom,
  ): LoanCommand {
    const amount = (BigInt(pledged) * BigInt(random.pick([10, 50, 90, 99]))) / 100n + 1n;
    return {
      kind: 'loan.collateral',
      user,
      loan: id,
      direction: 'remove',
      amount: amount as Amount,
    };
  }

  #borrow(): LoanCommand {
    const random = this.#random;
    const index = random.below(this.#markets.length);
    const percent = BigInt(random.pick([1, 40, 60, 69, 78, 90]));
    const worthOf = (units: bigint): bigint => this.#worthOf(this.#markets[index] as number, units);
    const drawn = this.#amount();
    // Either the collateral is an amount that a user may own, or the coins are an amount that
    // savings may lend.
    const [collateral, amount] = random.chance(0.5)
      ? [drawn, (worthOf(drawn) * percent) / 100n + 1n]
      : [(drawn * 100n * MANY) / (worthOf(MANY) * percent) + 1n, drawn];
    return {
      kind: 'loan.borrow',
      user: random.pick(this.#users),
      offer: random.chance(0.02) ? 99 : index + 1,
      collateral: collateral as Amount,
      amount: amount as Amount,
    };
  }

  #list(id: number, market: number): LoanCommand {
    const random = this.#random;
    const initialBps = random.pick([6_500, 7_000, 8_000]);
    const offer: LoanOffer = {
      id,
      market,
      product: random.chance(0.02) ? 1 : this.#product,
      min: 1n as Amount,
      max: drawBound(random, this.#purse, [10n, 10n ** 6n]),
      terms: {
        ratePpb: random.pick([1, 10_000, 10_000_000]),
        fundBps: random.pick([0, 1_500, 5_000]),
        initialBps,
        warnBps: [initialBps + 100, initialBps + 300, initialBps + 500],
        liquidationBps: initialBps + random.pick([600, 1_200]),
        feeBps: random.pick([0, 100, 500]),
        boundBps: random.pick([10, 300, 2_000]),
      },
      isOpen: random.chance(0.95),
    };
    return { kind: 'loan.offer', offer };
  }

  #amount(): Amount {
    return drawAmount(this.#random, this.#purse);
  }
}
