import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in a stream that has them. */
const SHARE = 0.02;
/** Share of commands before which so much time passes that minutes of a day are over. */
const LATE_SHARE = 0.004;
const LATE_MS = 61_000;

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly markets: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
}

/**
 * Limits of the own loss with tickets at once that reach them together, lower ones, higher ones and
 * none, minutes of a day, and seldom a break, because a user on a break opens nothing for long.
 */
export class OwnLimitsStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #markets: readonly number[];
  readonly #currencies: readonly number[];
  readonly #purse: readonly bigint[];
  /** Commands that come next, in a row. */
  readonly #next: Command[] = [];

  constructor({ random, users, markets, currencies, purse }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#markets = markets;
    this.#currencies = currencies;
    this.#purse = purse;
  }

  /** Milliseconds that pass before the next command. */
  passedMs(): number {
    return this.#random.chance(LATE_SHARE) ? LATE_MS : 0;
  }

  /** Undefined where it is not its turn. */
  next(): Command | undefined {
    const random = this.#random;
    const waiting = this.#next.shift();
    if (waiting !== undefined) return waiting;
    if (!random.chance(SHARE)) return undefined;
    const user = random.pick(this.#users);
    const draw = random.next();
    if (draw < 0.08)
      return {
        kind: 'seconds.beginBreak',
        user,
        days: random.chance(0.1) ? random.pick([2, 183, 365, 1_826]) : random.pick([1, 1, 7, 30]),
      };
    if (draw < 0.35) {
      const minutes = random.pick([1, 1, 5, 60, 1_440]);
      return { kind: 'seconds.limitTime', user, ...(random.chance(0.1) ? {} : { minutes }) };
    }
    const currency = random.chance(0.02) ? 99 : random.pick(this.#currencies);
    if (random.chance(0.1)) return { kind: 'seconds.limitLoss', user, currency };
    const amount = (random.pick(this.#purse) / random.pick([1n, 3n, 20n]) + 1n) as Amount;
    if (random.chance(0.7)) this.#next.push(...this.#tickets(user, currency, amount));
    return { kind: 'seconds.limitLoss', user, currency, amount };
  }

  /** Together more than the limit, by the last one. */
  #tickets(user: number, currency: number, limit: bigint): readonly Command[] {
    const random = this.#random;
    const count = random.between(2, 4);
    return Array.from({ length: count }, () => ({
      kind: 'seconds.open' as const,
      user,
      market: random.pick(this.#markets),
      currency,
      stake: (limit / BigInt(count) + 1n) as Amount,
      direction: random.pick(['up', 'down'] as const),
      seconds: random.pick([1, 2, 3, 5]),
    }));
  }
}
