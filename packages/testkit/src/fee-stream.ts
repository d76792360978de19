import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { FeeTier } from '@meridian/core/fee/fee-commands';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in the whole stream: so few that volumes have days to grow. */
const SHARE = 0.002;

type Rates = readonly (readonly [makerFeeBps: number, takerFeeBps: number])[];
/** The last tier keeps a hundredth of a percent, as the largest rebate that may be set does. */
const WITH_REBATES: readonly Rates[] = [
  [
    [-1, 6],
    [-2, 6],
    [-3, 5],
    [-4, 5],
  ],
  [
    [2, 120],
    [-5, 110],
    [-100, 101],
  ],
];
/** As much as the best takers pay, or beyond all bounds. */
const TOO_GENEROUS: Rates = [
  [-5, 5],
  [-1, 0],
  [-101, 200],
];

/**
 * Commands that set the tiers of fees, at volumes that users of the stream reach, or another
 * currency, or none.
 */
export class FeeStream {
  readonly #random: SeededRandom;
  readonly #currency: number;
  readonly #other: number;
  readonly #purse: readonly bigint[];
  /** Rebates come by turns, not by chance: so the streams of all seeds stay as they were. */
  #turn = 0;

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
    if (draw < 0.18) return this.#set(this.#currency, this.#wrong());
    return this.#set(this.#currency, this.#tiers());
  }

  #set(currency: number, tiers: readonly FeeTier[]): Command {
    return { kind: 'fee.tiers', currency, tiers };
  }

  /**
   * From one to four, each at ten times the volume of the one before; every second time, makers of
   * some tiers have a rebate.
   */
  #tiers(): readonly FeeTier[] {
    const random = this.#random;
    const first = random.pick(this.#purse) / random.pick([1n, 10n, 100n]);
    const plain = [random.pick([10, 5]), 3, 1, 0].map((rate) => [rate, rate * 2] as const);
    const rates = WITH_REBATES.flatMap((each) => [plain, each]);
    return (rates[this.#turn++ % rates.length] ?? plain)
      .slice(0, random.between(1, plain.length))
      .map(([makerFeeBps, takerFeeBps], index) => ({
        volume: (first * 10n ** BigInt(index)) as Amount,
        makerFeeBps,
        takerFeeBps,
      }));
  }

  /** Volumes that fall, or a rebate that is too large. */
  #wrong(): readonly FeeTier[] {
    const tiers = this.#tiers();
    const [makerFeeBps, takerFeeBps] = TOO_GENEROUS[this.#turn % TOO_GENEROUS.length] ?? [0, 0];
    const [only] = tiers.length === 1 ? tiers : [];
    return only === undefined ? [...tiers].reverse() : [{ ...only, makerFeeBps, takerFeeBps }];
  }
}
