import { indexMedian, type VenueQuote } from '../../src/feed/index-median.ts';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { customer, fund, openMarginMarkets, QUOTE } from '@meridian/testkit/margin-market';
import { START_MS } from '@meridian/testkit/open-market';
import { SeededRandom } from '@meridian/testkit/seeded-random';

/** Length of a step, and the age of the venues' prices that an agent sees. */
export const STEP_MS = 50;
const EMIT_MS = 1_000;
/** A tick is 0.0001 USDT. */
const TICKS = 10_000;
const FIRST_PRICE = 30_000;
const HOUSE_COINS = 500_000_000n;
const INSURANCE_COINS = 1_000_000n;
/** Units of a USDT. */
const COIN = 1e8;
/**
 * Volatility of a second, in calm and in a burst: one basis point is Bitcoin at half its price a
 * year.
 */
const CALM = 1e-4;
const BURST = 12e-4;

/** The feed's way of getting quotes: by polling, or by push. */
export interface Quoting {
  /** From one answer to the next request. */
  readonly pauseMs: number;
  readonly latencyMs: readonly [number, number];
}

export interface WorldOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly quoting: Quoting;
  /** Version of the rules that decide; the newest by default. */
  readonly rules?: number;
}

/** The knowledge at one moment of a trader who is connected to every venue and knows our feed. */
export interface Sight {
  readonly timeMs: number;
  /** The world's price in ticks, 50 ms old. */
  readonly price: number;
  /** The last index, and the one that the next step would emit. */
  readonly index: number;
  readonly next: { readonly ticks: number; readonly quotedAtMs: number } | undefined;
  /** Whether the next step emits an index. */
  readonly isLast: boolean;
  readonly isBurst: boolean;
}

export interface Agent {
  /** Accounts of its own, as numbers of customers. */
  readonly accounts: readonly number[];
  act(sight: Sight, world: AgentWorld): void;
  hear(applied: Applied): void;
  /** Called for some minutes before the end: opens no more positions, and closes the open ones. */
  leave(sight: Sight, world: AgentWorld): void;
}

interface Polled {
  readonly name: string;
  nextMs: number;
  readonly answers: { readonly atMs: number; readonly quote: VenueQuote }[];
  quote: VenueQuote | undefined;
}

const EACH_COINS = 1_000_000n;
const LEAVING_MS = 3 * 60_000;

/**
 * One market of leveraged contracts with real rules and the feed's own median, in a world whose
 * price is calm, bursts, jumps and goes dark. Everything follows from the seed.
 */
export class AgentWorld {
  readonly exchange: Exchange;
  readonly #random: SeededRandom;
  readonly #options: WorldOptions;
  readonly #venues: Polled[];
  #timeMs = START_MS;
  #price = FIRST_PRICE;
  #seen = FIRST_PRICE;
  #burstUntilMs = 0;
  #darkUntilMs = 0;
  #index = 0;
  #agent: Agent | undefined;
  /** Open positions by number: signed size in USDT a tick, and the world's price at the opening. */
  readonly #open = new Map<number, { readonly perTick: number; readonly price: number }>();
  #luck = 0;
  #turnover = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.exchange = new Exchange(options.rules);
    for (const command of openMarginMarkets(1, {
      houseCoins: HOUSE_COINS,
      insuranceCoins: INSURANCE_COINS,
    }))
      this.apply(command);
    this.#venues = ['a', 'b', 'c'].map((name, place) => ({
      name,
      nextMs: this.#timeMs + place * 333,
      answers: [],
      quote: undefined,
    }));
  }

  /**
   * Lives the world with one agent. The price of the world is a fair game: profit from its moves
   * between the fills is luck, and is subtracted, so that the rest is the agent's gain from our
   * rules alone.
   *
   * @returns that edge, and the contract value that was opened, in USDT, once everything is closed
   */
  live(agent: Agent): { edge: number; turnover: number } {
    this.#agent = agent;
    for (const account of agent.accounts) this.apply(fund(customer(account), 'margin', EACH_COINS));
    const endMs = START_MS + this.#options.minutes * 60_000;
    while (this.#timeMs < endMs) {
      this.#timeMs += STEP_MS;
      this.#move();
      const isLast = (this.#timeMs + STEP_MS - START_MS) % EMIT_MS === 0;
      const sight = {
        timeMs: this.#timeMs,
        price: Math.round(this.#seen * TICKS),
        index: this.#index,
        next: this.#median(),
        isLast,
        isBurst: this.#timeMs < this.#burstUntilMs,
      };
      if (this.#index > 0)
        this.#timeMs < endMs - LEAVING_MS ? agent.act(sight, this) : agent.leave(sight, this);
      if ((this.#timeMs - START_MS) % EMIT_MS === 0) this.#emit();
    }
    this.exchange.verify();
    const gain = agent.accounts.reduce((sum, account) => sum + this.#gainOf(account), 0);
    return { edge: gain - this.#luck, turnover: this.#turnover };
  }

  apply(command: Command): Applied {
    const applied = this.exchange.apply(command, this.#timeMs);
    const price = this.#price * TICKS;
    for (const event of applied.events) {
      if (event.type === 'positionOpened') {
        this.#turnover += Number(event.value) / COIN;
        this.#open.set(event.position, {
          perTick: ((event.side === 'long' ? 1 : -1) * event.lots * Number(event.unit)) / COIN,
          price,
        });
      } else if (event.type === 'positionClosed') {
        const opened = this.#open.get(event.position);
        this.#luck += (opened?.perTick ?? 0) * (price - (opened?.price ?? 0));
        this.#open.delete(event.position);
      }
    }
    this.#agent?.hear(applied);
    return applied;
  }

  /** Available units of an account. */
  available(account: number): bigint {
    const row = this.exchange
      .snapshot()
      .accounts.find(
        ({ user, wallet, currency }) =>
          user === customer(account) && wallet === 'margin' && currency === QUOTE,
      );
    return BigInt(row?.available ?? 0);
  }

  #gainOf(account: number): number {
    const { accounts, margin } = this.exchange.snapshot();
    if (margin.positions.some(({ user }) => user === customer(account)))
      throw new Error(`account ${account} was left with something open`);
    const own = accounts.filter(
      ({ user, currency }) => user === customer(account) && currency === QUOTE,
    );
    return own.reduce(
      (sum, { available, held }) => sum + Number(BigInt(available) + BigInt(held)) / COIN,
      -Number(EACH_COINS),
    );
  }

  #move(): void {
    this.#seen = this.#price;
    if (this.#random.chance(STEP_MS / 240_000))
      this.#burstUntilMs = this.#timeMs + this.#random.between(5_000, 40_000);
    const isBurst = this.#timeMs < this.#burstUntilMs;
    // Venues and connections fail when many trade.
    if (this.#random.chance(STEP_MS / (isBurst ? 60_000 : 1_800_000)))
      this.#darkUntilMs = this.#timeMs + this.#random.between(2_000, 25_000);
    this.#price *= Math.exp((isBurst ? BURST : CALM) * Math.sqrt(STEP_MS / 1_000) * this.#normal());
    if (this.#random.chance(STEP_MS / 3_600_000)) this.#price *= Math.exp(0.02 * this.#normal());
    for (const venue of this.#venues) this.#poll(venue);
  }

  #poll(venue: Polled): void {
    const { pauseMs, latencyMs } = this.#options.quoting;
    if (this.#timeMs >= venue.nextMs) {
      const latency = this.#random.between(...latencyMs);
      const quote = {
        venue: venue.name,
        priceTicks: Math.round(this.#price * (1 + 0.3e-4 * this.#normal()) * TICKS),
        timeMs: this.#timeMs,
      };
      if (this.#timeMs >= this.#darkUntilMs)
        venue.answers.push({ atMs: this.#timeMs + latency, quote });
      venue.nextMs = this.#timeMs + pauseMs;
    }
    while (venue.answers[0] !== undefined && venue.answers[0].atMs <= this.#timeMs)
      venue.quote = venue.answers.shift()?.quote;
  }

  #median(): { ticks: number; quotedAtMs: number } | undefined {
    const median = indexMedian(
      this.#venues.flatMap(({ quote }) => quote ?? []),
      this.#timeMs,
    );
    return median && { ticks: median.priceTicks, quotedAtMs: median.quotedAtMs };
  }

  #emit(): void {
    const median = this.#median();
    if (median === undefined) return;
    this.#index = median.ticks;
    this.apply({
      kind: 'index.set',
      source: 'median',
      sources: 3,
      prices: [[1, median.ticks as never, median.quotedAtMs]],
    });
  }

  #normal(): number {
    return (
      Math.sqrt(-2 * Math.log(1 - this.#random.next())) *
      Math.cos(2 * Math.PI * this.#random.next())
    );
  }
}
