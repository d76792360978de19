import { setTimeout as delay } from 'node:timers/promises';
import { notionalUnit } from '@meridian/money/market-scale';
import type { Feed, FeedMarket, HistoryBar, IndexTicks } from './feed.ts';
import { roundToLots, roundToTicks } from './grid-rounding.ts';
import { QuoteBoard, symbolOf, type VenueTicker } from './quote-board.ts';

/** A minute bar of a venue, in decimal text. */
export interface VenueBar {
  readonly timeMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/**
 * The interface of a venue: ccxt in the server, a script in tests. Each call may fail at any time.
 */
export interface Venue {
  readonly name: string;
  /**
   * Waits for the next tickers that the venue pushes. Absent where it pushes none; `close` ends a
   * wait with an error.
   */
  watchTickers?(symbols: readonly string[]): Promise<readonly VenueTicker[]>;
  /** The newest tickers of the symbols that the venue has. */
  fetchTickers(symbols: readonly string[]): Promise<readonly VenueTicker[]>;
  /**
   * Minute bars from a time on, oldest first, as many as one call returns. Empty if the venue has
   * no such market.
   */
  fetchBars(symbol: string, fromMs: number): Promise<readonly VenueBar[]>;
  close(): Promise<void>;
}

const PERIOD_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const MINUTE_MS = 60_000;
const HISTORY_MS = 7 * 24 * 60 * MINUTE_MS;

export interface LiveOptions {
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly warn?: (message: string) => void;
}

/**
 * Real prices: listens to several venues and emits the median of those that are fresh and agree,
 * once a second. A market without pushed tickers, and a venue without a socket, is polled once a
 * second. A market known to too few venues has no tick, so its index becomes stale, which stops the
 * products that depend on it. A failing venue is tried less and less often until it answers.
 */
export class LiveFeed implements Feed {
  readonly description: string;
  readonly #venues: readonly Venue[];
  readonly #board: QuoteBoard;
  readonly #now: () => number;
  readonly #wait: NonNullable<LiveOptions['wait']>;
  readonly #warn: (message: string) => void;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(venues: readonly Venue[], markets: readonly FeedMarket[], options: LiveOptions = {}) {
    const { now = Date.now, warn = () => undefined } = options;
    this.#venues = venues;
    this.#board = new QuoteBoard(markets);
    this.#now = now;
    this.#wait =
      options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined));
    this.#warn = warn;
    this.description = `median of ${venues.map(({ name }) => name).join(', ')}`;
  }

  /**
   * The last week from the first venue that has it. Bars that no venue has are missing, not
   * invented.
   */
  async *history(market: FeedMarket): AsyncGenerator<HistoryBar> {
    const endMs = Math.floor(this.#now() / MINUTE_MS) * MINUTE_MS;
    for (const venue of this.#venues) {
      let fromMs = endMs - HISTORY_MS;
      try {
        while (fromMs < endMs) {
          const bars = (await venue.fetchBars(symbolOf(market), fromMs)).filter(
            ({ timeMs }) => timeMs >= fromMs && timeMs < endMs,
          );
          for (const bar of bars) {
            const sound = toHistoryBar(bar, market);
            if (sound !== undefined && bar.timeMs >= fromMs) yield sound;
            fromMs = Math.max(fromMs, bar.timeMs + MINUTE_MS);
          }
          if (bars.length === 0) break;
        }
      } catch (error) {
        this.#warn(
          `${venue.name} gives no history of ${symbolOf(market)}: ${(error as Error).message}`,
        );
      }
      if (fromMs > endMs - HISTORY_MS) return;
    }
  }

  start(onTicks: (ticks: IndexTicks) => void): void {
    this.#running = Promise.all([
      ...this.#venues.flatMap((venue) => [this.#watch(venue), this.#poll(venue)]),
      this.#emit(onTicks),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#venues.map((venue) => venue.close()));
    await this.#running;
  }

  /** The index prices of the present quotes. */
  ticksNow(): IndexTicks[] {
    return this.#board.ticks(this.#now());
  }

  /** Keeps a venue's pushed tickers, as long as it sends them. */
  async #watch(venue: Venue): Promise<void> {
    if (venue.watchTickers === undefined) return;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        const tickers = await venue.watchTickers(this.#board.symbols);
        if (failures > 0) this.#warn(`${venue.name} sends prices again`);
        failures = 0;
        for (const ticker of tickers)
          this.#board.keep(venue.name, ticker, { askedMs: undefined, nowMs: this.#now() });
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (failures++ === 0)
          this.#warn(`${venue.name} sends no prices, it is asked: ${(error as Error).message}`);
        await this.#wait(pauseAfter(failures), this.#stopping.signal);
      }
    }
  }

  /** Polls a venue once a second for symbols that it has not pushed. */
  async #poll(venue: Venue): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const askedMs = this.#now();
      const quiet =
        venue.watchTickers === undefined
          ? this.#board.symbols
          : this.#board.olderThan(PERIOD_MS, venue.name, askedMs);
      try {
        const tickers = quiet.length === 0 ? [] : await venue.fetchTickers(quiet);
        if (failures > 0) this.#warn(`${venue.name} answers again`);
        failures = 0;
        for (const ticker of tickers)
          this.#board.keep(venue.name, ticker, { askedMs, nowMs: this.#now() });
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (failures++ === 0)
          this.#warn(`${venue.name} does not answer: ${(error as Error).message}`);
      }
      await this.#wait(pauseAfter(failures), this.#stopping.signal);
    }
  }

  async #emit(onTicks: (ticks: IndexTicks) => void): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      for (const ticks of this.ticksNow()) onTicks(ticks);
      await this.#wait(PERIOD_MS, this.#stopping.signal);
    }
  }
}

/** Milliseconds: a second; twice as long after each failure in a row. */
function pauseAfter(failures: number): number {
  return failures === 0 ? PERIOD_MS : Math.min(PERIOD_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

function toHistoryBar(bar: VenueBar, { scale }: FeedMarket): HistoryBar | undefined {
  const [open, high] = [roundToTicks(bar.open, scale), roundToTicks(bar.high, scale)];
  const [low, close] = [roundToTicks(bar.low, scale), roundToTicks(bar.close, scale)];
  const volumeLots = roundToLots(bar.volume, scale);
  if (
    open === undefined ||
    high === undefined ||
    low === undefined ||
    close === undefined ||
    volumeLots === undefined
  )
    return undefined;
  if (
    bar.timeMs % MINUTE_MS !== 0 ||
    high < Math.max(open, close, low) ||
    low > Math.min(open, close)
  )
    return undefined;
  const quoteVolume = volumeLots * BigInt(close) * (notionalUnit(scale) ?? 0n);
  return { period: '1min', startMs: bar.timeMs, open, high, low, close, volumeLots, quoteVolume };
}
