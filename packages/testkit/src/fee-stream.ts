import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { FeeTier } from '@meridian/core/fee/fee-commands';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in the whole stream: so few that volumes have days to grow. */
const SHARE = 0.002;

/**
 * Commands that set the tiers of fees, at volumes that users of the stream reach, or another
 * currency, or none.
 */
export class FeeStream {
  readonly #random: SeededRandom;
  readonly #currency: number;
  readonly #other: number;
  readonly #purse: readonly bigint[];

  constructor(parts: {
    readonly random: SeededRandom;
    /** The quote of all markets, and another one. */
    readonly currency: number;
    readonly other: number;
    readonly purse: readonly bigint[];
  }) {
    this.#random = parts.random;
    this.#currency = parts.currency;
    this.#other = parts.other;
    this.#purse = parts.purse;
  }

  opening(): Command[] {
    return this.#random.chance(0.7) ? [this.#set(this.#currency, this.#tiers())] : [];
  }

  /** Undefined where it is not its turn. */
  next(): Command | undefined {
    if (!this.#random.chance(SHARE)) return undefined;
    const draw = this.#random.next();
    if (draw < 0.08) return this.#set(this.#currency, []);
    if (draw < 0.12) return this.#set(this.#other, this.#tiers());
    if (draw < 0.14) return this.#set(1_000, this.#tiers());
    if (draw < 0.18) return this.#set(this.#currency, [...this.#tiers()].reverse());
    return this.#set(this.#currency, this.#tiers());
  }

  #set(currency: number, tiers: readonly FeeTier[]): Command {
    return { kind: 'fee.tiers', currency, tiers };
  }

  /** From one to four, each at ten times the volume of the one before. */
  #tiers(): readonly FeeTier[] {
    const random = this.#random;
    const first = random.pick(this.#purse) / random.pick([1n, 10n, 100n]);
    const rates = [random.pick([10, 5]), 3, 1, 0];
    return rates.slice(0, random.between(1, rates.length)).map((rate, index) => ({
      volume: (first * 10n ** BigInt(index)) as Amount,
      makerFeeBps: rate,
      takerFeeBps: rate * 2,
    }));
  }
}
