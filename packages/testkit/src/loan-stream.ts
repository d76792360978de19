import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { LoanCommand, LoanOffer } from '@meridian/core/loan/loan-commands';
import type { KnownConversions } from './convert-stream.ts';
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
    if (draw < 0.45) return this.#borrow();
    const { id, user } =
      loans.length === 0 || random.chance(0.05)
        ? { id: random.between(1, 50), user: random.pick(this.#users) }
        : random.pick(loans);
    const amount = this.#amount();
    if (draw < 0.6) {
      const all = random.chance(0.4) ? (0n as Amount) : amount;
      return { kind: 'loan.repay', user, loan: id, amount: all };
    }
    if (draw < 0.7) {
      const quote = quotes.find((each) => each.user === user)?.id ?? random.between(1, 100);
      return { kind: 'loan.repay', user, loan: id, amount: 0n as Amount, quote };
    }
    if (draw < 0.88) {
      const direction = random.pick(['add', 'remove'] as const);
      return { kind: 'loan.collateral', user, loan: id, direction, amount };
    }
    if (draw < 0.9) return { kind: 'loan.cover', loan: id };
    if (draw < 0.95) return { kind: 'clock.tick' };
    const index = random.below(this.#markets.length);
    return this.#list(index + 1, random.chance(0.05) ? 99 : (this.#markets[index] as number));
  }

  #borrow(): LoanCommand {
    const random = this.#random;
    const index = random.below(this.#markets.length);
    const collateral = this.#amount();
    const worth = this.#worthOf(this.#markets[index] as number, collateral);
    const amount = (worth * BigInt(random.pick([1, 40, 60, 69, 78, 90]))) / 100n + 1n;
    return {
      kind: 'loan.borrow',
      user: random.pick(this.#users),
      offer: random.chance(0.02) ? 99 : index + 1,
      collateral,
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
      max: (random.pick(this.#purse) * random.pick([1n, 10n ** 6n])) as Amount,
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
    return (this.#random.pick(this.#purse) / BigInt(this.#random.pick([1, 3, 20, 300])) +
      BigInt(this.#random.below(100)) +
      1n) as Amount;
  }
}
