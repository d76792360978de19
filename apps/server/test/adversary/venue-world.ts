import { QuoteBoard } from '../../src/feed/quote-board.ts';
import type { FeedMarket, IndexTicks } from '../../src/feed/feed.ts';
import { SeededRandom } from '@meridian/testkit/seeded-random';

/** Behaviour of a venue. Times in milliseconds. */
export interface VenueHabits {
  readonly name: string;
  /** Lag behind the leading price: the time constant with which it follows. 0 leads. */
  readonly lagMs: number;
  /** Mean time between two trades. The venue quotes its last trade, however old that is. */
  readonly tradeEveryMs: number;
  /** Error of its clock: above zero, its quotes look younger than they are. */
  readonly clockOffMs: number;
  /** Interval at which it pushes quotes. */
  readonly pushEveryMs: number;
}

/**
 * The first leads and trades most; the others follow at their lag, and one has a clock that runs
 * ahead.
 */
export const USUAL_VENUES: readonly VenueHabits[] = [
  { name: 'leader', lagMs: 0, tradeEveryMs: 50, clockOffMs: 0, pushEveryMs: 1_000 },
  { name: 'follower', lagMs: 100, tradeEveryMs: 200, clockOffMs: 50, pushEveryMs: 100 },
  { name: 'laggard', lagMs: 250, tradeEveryMs: 500, clockOffMs: -50, pushEveryMs: 250 },
];

/** Followers that are slow and trade seldom, with clocks that run far ahead. */
export const ROUGH_VENUES: readonly VenueHabits[] = [
  { name: 'leader', lagMs: 0, tradeEveryMs: 50, clockOffMs: 0, pushEveryMs: 1_000 },
  { name: 'follower', lagMs: 400, tradeEveryMs: 500, clockOffMs: 250, pushEveryMs: 100 },
  { name: 'laggard', lagMs: 800, tradeEveryMs: 1_000, clockOffMs: 250, pushEveryMs: 250 },
];

/**
 * One basis point a second: BTC at some 55 % a year. Trades are up to half a basis point beside the
 * price: bid or ask.
 */
const SIGMA = 1e-4;
const BOUNCE = 0.5e-4;
const POLL_MS = 1_000;
const EMIT_MS = 1_000;
export const STEP_MS = 10;
export const BTC: FeedMarket = {
  id: 1,
  base: 'BTC',
  quote: 'USDT',
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
};

interface Venue {
  readonly habits: VenueHabits;
  /** The price that its traders see, and its last trade. */
  price: number;
  last: number;
  nextMs: number;
  nextPollMs: number;
  readonly onTheWay: {
    readonly arrivesMs: number;
    readonly timeMs: number;
    readonly last: number;
    readonly askedMs: number | undefined;
  }[];
}

export interface WorldOptions {
  readonly seed: number;
  readonly venues: readonly VenueHabits[];
  /**
   * `stream`: venues push, and are polled once their quote is older than a second. `poll`: each is
   * polled, and again a second after it answered.
   */
  readonly feed: 'stream' | 'poll';
  /** From our server to a venue and back. */
  readonly roundTripMs: number;
}

/**
 * A price that three venues trade at, each in its own way, and the server's feed of them: the real
 * board of quotes and the real median on a clock of steps of ten milliseconds.
 */
export class VenueWorld {
  readonly #random: SeededRandom;
  readonly #options: WorldOptions;
  readonly #venues: readonly Venue[];
  readonly #board = new QuoteBoard([BTC]);
  #volatility = 1;
  #nextEmitMs: number;
  nowMs: number;
  /** The price that the leading venue trades around now, as traders connected to it see it. */
  live = 60_000;

  constructor(options: WorldOptions, startMs: number) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.nowMs = startMs;
    this.#nextEmitMs = startMs + EMIT_MS / 2;
    this.#venues = options.venues.map((habits, index) => ({
      habits,
      price: this.live,
      last: this.live,
      nextMs: startMs + index * 333,
      nextPollMs: startMs + index * 333,
      onTheWay: [],
    }));
  }

  /** The time of the server's next index: the rhythm is public. */
  get nextEmitMs(): number {
    return this.#nextEmitMs;
  }

  /**
   * Advances by a step.
   * @returns the index prices that the server emits in it
   */
  step(): readonly IndexTicks[] {
    this.nowMs += STEP_MS;
    if (this.nowMs % 1_000 < STEP_MS)
      this.#volatility = Math.exp(0.98 * Math.log(this.#volatility) + 0.1 * this.#normal());
    this.live *= Math.exp(SIGMA * Math.sqrt(STEP_MS / 1_000) * this.#volatility * this.#normal());
    for (const venue of this.#venues) {
      this.#trade(venue);
      this.#speak(venue);
    }
    if (this.nowMs < this.#nextEmitMs) return [];
    this.#nextEmitMs += EMIT_MS;
    return this.#board.ticks(this.nowMs);
  }

  #trade(venue: Venue): void {
    const { lagMs, tradeEveryMs } = venue.habits;
    venue.price += (this.live - venue.price) * (lagMs === 0 ? 1 : 1 - Math.exp(-STEP_MS / lagMs));
    if (this.#random.chance(STEP_MS / tradeEveryMs))
      venue.last = venue.price * (1 + BOUNCE * (2 * this.#random.next() - 1));
  }

  #speak(venue: Venue): void {
    const { feed, roundTripMs } = this.#options;
    const { name, clockOffMs, pushEveryMs } = venue.habits;
    const say = (askedMs: number | undefined): void => {
      venue.onTheWay.push({
        arrivesMs: this.nowMs + roundTripMs / 2,
        timeMs: this.nowMs + clockOffMs,
        last: venue.last,
        askedMs,
      });
    };
    if (feed === 'stream' && this.nowMs >= venue.nextMs) {
      say(undefined);
      venue.nextMs = this.nowMs + pushEveryMs;
    }
    if (this.nowMs >= venue.nextPollMs) {
      const isQuiet =
        feed === 'poll' || this.#board.olderThan(POLL_MS, name, this.nowMs).length > 0;
      if (isQuiet) say(this.nowMs - roundTripMs / 2);
      venue.nextPollMs = this.nowMs + POLL_MS + (isQuiet ? roundTripMs : 0);
    }
    for (
      let quote = venue.onTheWay[0];
      quote !== undefined && quote.arrivesMs <= this.nowMs;
      quote = venue.onTheWay[0]
    ) {
      venue.onTheWay.shift();
      const { last, timeMs, askedMs } = quote;
      this.#board.keep(
        name,
        { symbol: 'BTC/USDT', last: last.toFixed(4), timeMs },
        { askedMs, nowMs: this.nowMs },
      );
    }
  }

  #normal(): number {
    return (
      Math.sqrt(-2 * Math.log(1 - this.#random.next())) *
      Math.cos(2 * Math.PI * this.#random.next())
    );
  }
}
