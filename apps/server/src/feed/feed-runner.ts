import type { MarketId } from '@meridian/core/ids';
import type { PriceTicks } from '@meridian/money/amount';
import type { Engine } from '../engine/engine.ts';
import { Fault } from '../fault.ts';
import type { Feed, IndexTicks } from './feed.ts';

/** Milliseconds after the last accepted index price at which the server counts as not ready. */
const FRESH_MS = 10_000;

export interface FeedStatus {
  readonly description: string;
  /** An index price became durable within the last ten seconds. */
  readonly isFresh: boolean;
  /** Milliseconds UTC of the last durable index command, 0 before the first. */
  readonly lastTickMs: number;
  readonly submitted: number;
  /**
   * Number of prices that a newer one of the same market replaced before they could be submitted.
   */
  readonly replaced: number;
  /** Reason of the feed's end, or of the last command's failure. */
  readonly trouble: string | undefined;
}

/**
 * Turns a feed's ticks into `index.set` commands. It owns the latest waiting price of each market,
 * and nothing else: at most one command is in flight; meanwhile newer prices replace older ones. So
 * a slow engine sees fewer index prices, never late ones.
 */
export class FeedRunner {
  readonly #feed: Feed;
  readonly #engine: Pick<Engine, 'submit'>;
  readonly #now: () => number;
  readonly #twinOf: (market: MarketId) => MarketId | undefined;
  readonly #waiting = new Map<
    MarketId,
    { source: string; sources: number; ticks: PriceTicks; quotedAtMs: number }
  >();
  #flight: Promise<void> | undefined;
  #isStopped = false;
  #lastTickMs = 0;
  #submitted = 0;
  #replaced = 0;
  #trouble: string | undefined;

  /**
   * @param twinOf a second market that takes each price of a market too, in the same command;
   * undefined for none
   */
  constructor(
    feed: Feed,
    engine: Pick<Engine, 'submit'>,
    now: () => number = Date.now,
    twinOf: (market: MarketId) => MarketId | undefined = () => undefined,
  ) {
    this.#feed = feed;
    this.#engine = engine;
    this.#now = now;
    this.#twinOf = twinOf;
  }

  get status(): FeedStatus {
    const isFresh = this.#now() - this.#lastTickMs <= FRESH_MS;
    const { description } = this.#feed;
    const [lastTickMs, submitted, replaced, trouble] = [
      this.#lastTickMs,
      this.#submitted,
      this.#replaced,
      this.#trouble,
    ];
    return { description, isFresh, lastTickMs, submitted, replaced, trouble };
  }

  start(): void {
    this.#feed.start(
      (ticks) => this.#take(ticks),
      (error) => (this.#trouble = error.message),
    );
  }

  /** Settles after the command in flight, if any. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#feed.stop();
    await this.#flight;
  }

  #take({ source, sources, prices }: IndexTicks): void {
    if (this.#isStopped) return;
    for (const [market, ticks, quotedAtMs] of prices) {
      if (this.#waiting.has(market)) this.#replaced++;
      this.#waiting.set(market, { source, sources, ticks, quotedAtMs });
    }
    this.#flight ??= this.#submitWaiting().finally(() => (this.#flight = undefined));
  }

  async #submitWaiting(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#isStopped) {
      const ticks = this.#takeWaiting();
      try {
        const { outcome } = await this.#engine.submit({ kind: 'index.set', ...ticks });
        this.#submitted++;
        this.#trouble = outcome.ok ? undefined : outcome.rejection;
        if (outcome.ok) this.#lastTickMs = this.#now();
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.#trouble = error.message;
        if (error.code === 'engine_stopped') this.#isStopped = true;
        return;
      }
    }
  }

  /** All waiting prices of one source: a command names the source of its prices. */
  #takeWaiting(): IndexTicks {
    const [first] = this.#waiting.values();
    const { source = '', sources = 1 } = first ?? {};
    const prices: [MarketId, PriceTicks, number][] = [];
    for (const [market, waiting] of this.#waiting) {
      if (waiting.source !== source || waiting.sources !== sources) continue;
      const twin = this.#twinOf(market);
      for (const id of twin === undefined ? [market] : [market, twin])
        prices.push([id, waiting.ticks, waiting.quotedAtMs]);
      this.#waiting.delete(market);
    }
    return { source, sources, prices };
  }
}
