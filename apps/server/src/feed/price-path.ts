import { normalOfPlace } from './seeded-random.ts';

/**
 * A stretch of 2^21 seconds, some 24 days: its ends are drawn around zero, so the path never drifts
 * away.
 */
const TOP_LEVEL = 21;
/**
 * Strength of the difference between calm and volatile times. The variance of each piece varies by
 * a random factor of its own (a cascade).
 */
const CASCADE = 0.15;
const ANCHOR_STREAM = 101;
const CASCADE_STREAM = 202;

const SECONDS_PER_DAY = 86_400;

/**
 * A random path through time: the deviation of a logarithmic price from its reference, for every
 * second of the calendar.
 *
 * It is a pure function of seed and second, built like Lévy's construction of Brownian motion: ends
 * of long stretches are drawn around zero (so the path reverts), then midpoints are displaced again
 * and again, down to seconds. The size of the displacement carries a multiplicative cascade, which
 * gives two properties of real returns: clusters of calm and volatile hours, and fat tails. Because
 * nothing is stored, history, restart and live prices agree by construction.
 *
 * It caches the nodes around the last second read, which makes neighbouring seconds cheap and
 * changes no result.
 */
export class PricePath {
  readonly #seed: number;
  readonly #perSecond: number;
  /** The stretches around the last second, one of each level from the topmost down to `#depth`. */
  #depth = TOP_LEVEL;
  readonly #nodeIndex = new Int32Array(TOP_LEVEL + 1).fill(-1);
  readonly #left = new Float64Array(TOP_LEVEL + 1);
  readonly #right = new Float64Array(TOP_LEVEL + 1);
  readonly #volatility = new Float64Array(TOP_LEVEL + 1);

  /**
   * @param dailyVolatility standard deviation of a day's logarithmic return: 0.03 is three per cent
   */
  constructor(seed: number, dailyVolatility: number) {
    this.#seed = seed;
    this.#perSecond = dailyVolatility / Math.sqrt(SECONDS_PER_DAY);
  }

  /** Deviation at a whole second since the epoch (before the year 2106). */
  at(second: number): number {
    let level = this.#deepestKnown(second);
    while (level > 0 && (second & ((1 << level) - 1)) !== 0) this.#split(second, level--);
    return this.#left[level] ?? 0;
  }

  /**
   * Level of the deepest cached stretch that covers the second; makes the topmost one if none is
   * cached.
   */
  #deepestKnown(second: number): number {
    for (let level = this.#depth; level <= TOP_LEVEL; level++) {
      if (this.#nodeIndex[level] === second >>> level) return (this.#depth = level);
    }
    const index = second >>> TOP_LEVEL;
    this.#nodeIndex[TOP_LEVEL] = index;
    this.#left[TOP_LEVEL] = this.#anchor(index);
    this.#right[TOP_LEVEL] = this.#anchor(index + 1);
    this.#volatility[TOP_LEVEL] = 1;
    return (this.#depth = TOP_LEVEL);
  }

  /** Halves the cached stretch at `level` and keeps the half that covers the second. */
  #split(second: number, level: number): void {
    const below = level - 1;
    const index = second >>> below;
    const left = this.#left[level] ?? 0;
    const right = this.#right[level] ?? 0;
    const volatility = this.#volatility[level] ?? 1;
    const noise = normalOfPlace(this.#seed, level, second >>> level);
    const middle = (left + right) / 2 + this.#displacement(level) * volatility * noise;
    const isLater = (index & 1) === 1;
    const swing = CASCADE * normalOfPlace(this.#seed, CASCADE_STREAM + below, index) - CASCADE ** 2;
    this.#nodeIndex[below] = index;
    this.#left[below] = isLater ? middle : left;
    this.#right[below] = isLater ? right : middle;
    this.#volatility[below] = volatility * Math.exp(swing);
    this.#depth = below;
  }

  /** Standard deviation of the middle of a Brownian bridge over 2^level seconds. */
  #displacement(level: number): number {
    return (this.#perSecond * Math.sqrt(1 << level)) / 2;
  }

  #anchor(index: number): number {
    const spread = this.#perSecond * Math.sqrt(2 ** TOP_LEVEL / 2);
    return spread * normalOfPlace(this.#seed, ANCHOR_STREAM, index);
  }
}
