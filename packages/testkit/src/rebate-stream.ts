import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in the whole stream. */
const SHARE = 0.008;

/**
 * Commands of invitation rebates: chains and circles of inviters, two accounts of one person,
 * members who leave, rates that change, and an account of rebates that runs dry.
 */
export class RebateStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #currency: number;
  readonly #other: number;
  readonly #purse: readonly bigint[];

  constructor(parts: {
    readonly random: SeededRandom;
    readonly users: readonly number[];
    /** The quote of all markets, and another one. */
    readonly currency: number;
    readonly other: number;
    readonly purse: readonly bigint[];
  }) {
    this.#random = parts.random;
    this.#users = parts.users;
    this.#currency = parts.currency;
    this.#other = parts.other;
    this.#purse = parts.purse;
  }

  *opening(): Generator<Command> {
    const random = this.#random;
    if (random.chance(0.3)) return;
    yield this.#rates(this.#currency);
    if (random.chance(0.8)) yield this.#fund('in');
    for (const user of this.#users) if (random.chance(0.8)) yield this.#member(user);
  }

  /** Undefined where it is not its turn. */
  next(): Command | undefined {
    const random = this.#random;
    if (!random.chance(SHARE)) return undefined;
    const draw = random.next();
    if (draw < 0.5) return this.#member(random.pick(this.#users));
    if (draw < 0.7) return this.#fund(random.pick(['in', 'in', 'out']));
    if (draw < 0.74) return this.#rates(this.#other);
    if (draw < 0.76) return this.#rates(1_000);
    return this.#rates(this.#currency);
  }

  #rates(currency: number): Command {
    const ratesBps = this.#random.pick([
      [2_000, 1_000, 500],
      [5_000, 0, 0],
      [1_666, 1_667, 1_667],
      [0, 1, 0],
      [0, 0, 0],
      [2_500, 2_500, 1],
    ]);
    return { kind: 'rebate.rates', currency, ratesBps };
  }

  #fund(direction: 'in' | 'out'): Command {
    const amount = (this.#random.pick(this.#purse) / this.#random.pick([1n, 100n, 10_000n]) +
      1n) as Amount;
    return { kind: 'rebate.fund', currency: this.#currency, direction, amount };
  }

  #member(user: number): Command {
    const random = this.#random;
    const person = random.chance(0.1) ? random.pick(this.#users) : user;
    const inviter = random.chance(0.15) ? 0 : random.pick(this.#users);
    return {
      kind: 'rebate.member',
      user,
      person: random.chance(0.05) ? '' : person.toString(16).padStart(32, '0'),
      inviter,
    };
  }
}
