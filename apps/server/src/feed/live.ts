import { setTimeout as delay } from 'node:timers/promises';
import type { PriceTicks } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import type { Feed, FeedMarket, HistoryBar, IndexTicks } from './feed.ts';
import { roundToLots, roundToTicks } from './grid-rounding.ts';
import { indexMedian, type VenueQuote } from './index-median.ts';

/** What one venue says about one market, `BTC/USDT`. Prices are the venue's own decimal text: no floating point on the way. */
export interface VenueTicker {
  readonly symbol: string;
  readonly last: string;
  /** When the venue made it, milliseconds UTC; undefined where it does not say. */
  readonly timeMs: number | undefined;
}

/** A minute bar of a venue, in decimal text. */
export interface VenueBar {
  readonly timeMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** The narrow way to a venue: ccxt in the server, a recording in tests. Both calls may fail at any time. */
export interface Venue {
  readonly name: string;
  /** The newest tickers of those symbols that the venue has. */
  fetchTickers(symbols: readonly string[]): Promise<readonly VenueTicker[]>;
  /** Minute bars from a time on, oldest first, as many as one call gives. Empty where the venue has no such market. */
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
 * Real prices: asks several venues once a second and gives the median of those that are fresh and agree. It owns the latest
 * quote of each venue and market. A market that too few venues know has no tick, so its index becomes stale, which stops
 * what depends on it. A venue that fails is asked less and less often until it answers.
 */
export class LiveFeed implements Feed {
  readonly description: string;
  readonly #venues: readonly Venue[];
  readonly #markets: ReadonlyMap<string, FeedMarket>;
  readonly #quotes = new Map<string, Map<string, VenueQuote>>();
  readonly #now: () => number;
  readonly #wait: NonNullable<LiveOptions['wait']>;
  readonly #warn: (message: string) => void;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(venues: readonly Venue[], markets: readonly FeedMarket[], options: LiveOptions = {}) {
    const { now = Date.now, warn = () => undefined } = options;
    this.#venues = venues;
    this.#markets = new Map(markets.map((market) => [symbolOf(market), market]));
    this.#now = now;
    this.#wait = options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined));
    this.#warn = warn;
    this.description = `median of ${venues.map(({ name }) => name).join(', ')}`;
  }

  /** The last week from the first venue that has it. What no venue gives is missing: it is not made up. */
  async *history(market: FeedMarket): AsyncGenerator<HistoryBar> {
    const endMs = Math.floor(this.#now() / MINUTE_MS) * MINUTE_MS;
    for (const venue of this.#venues) {
      let fromMs = endMs - HISTORY_MS;
      try {
        while (fromMs < endMs) {
          const bars = (await venue.fetchBars(symbolOf(market), fromMs)).filter(({ timeMs }) => timeMs >= fromMs && timeMs < endMs);
          for (const bar of bars) {
            const sound = toHistoryBar(bar, market);
            if (sound !== undefined && bar.timeMs >= fromMs) yield sound;
            fromMs = Math.max(fromMs, bar.timeMs + MINUTE_MS);
          }
          if (bars.length === 0) break;
        }
      } catch (error) {
        this.#warn(`${venue.name} gives no history of ${symbolOf(market)}: ${(error as Error).message}`);
      }
      if (fromMs > endMs - HISTORY_MS) return;
    }
  }

  start(onTicks: (ticks: IndexTicks) => void): void {
    this.#running = Promise.all([...this.#venues.map((venue) => this.#poll(venue)), this.#emit(onTicks)]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#venues.map((venue) => venue.close()));
  }

  /** The index prices that the quotes of this moment give; one list for each set of venues that a median was taken of. */
  ticksNow(): IndexTicks[] {
    const bySource = new Map<string, { sources: number; prices: (readonly [number, PriceTicks, number])[] }>();
    for (const [symbol, market] of this.#markets) {
      const median = indexMedian([...(this.#quotes.get(symbol)?.values() ?? [])], this.#now());
      if (median === undefined) continue;
      const source = `median of ${[...median.venues].sort().join(', ')}`;
      const ticks = bySource.get(source) ?? { sources: median.venues.length, prices: [] };
      ticks.prices.push([market.id, median.priceTicks as PriceTicks, median.quotedAtMs]);
      bySource.set(source, ticks);
    }
    return [...bySource].map(([source, ticks]) => ({ source, ...ticks }));
  }

  async #poll(venue: Venue): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const askedMs = this.#now();
      try {
        const tickers = await venue.fetchTickers([...this.#markets.keys()]);
        if (failures > 0) this.#warn(`${venue.name} answers again`);
        failures = 0;
        for (const ticker of tickers) this.#keep(venue.name, ticker, askedMs);
      } catch (error) {
        if (failures++ === 0) this.#warn(`${venue.name} does not answer: ${(error as Error).message}`);
      }
      await this.#wait(Math.min(PERIOD_MS * 2 ** failures, failures === 0 ? PERIOD_MS : LONGEST_PAUSE_MS), this.#stopping.signal);
    }
  }

  async #emit(onTicks: (ticks: IndexTicks) => void): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      for (const ticks of this.ticksNow()) onTicks(ticks);
      await this.#wait(PERIOD_MS, this.#stopping.signal);
    }
  }

  /** A ticker without a time, or from the future, is as old as the question. An older one never replaces a newer one. */
  #keep(venue: string, { symbol, last, timeMs }: VenueTicker, askedMs: number): void {
    const market = this.#markets.get(symbol);
    const priceTicks = market && roundToTicks(last, market.scale);
    if (priceTicks === undefined) return;
    const quotes = this.#quotes.get(symbol) ?? new Map<string, VenueQuote>();
    this.#quotes.set(symbol, quotes);
    const isPast = timeMs !== undefined && timeMs <= this.#now();
    const quote = { venue, priceTicks, timeMs: isPast ? timeMs : askedMs };
    if (quote.timeMs >= (quotes.get(venue)?.timeMs ?? 0)) quotes.set(venue, quote);
  }
}

function symbolOf({ base, quote }: FeedMarket): string {
  return `${base}/${quote}`;
}

function toHistoryBar(bar: VenueBar, { scale }: FeedMarket): HistoryBar | undefined {
  const [open, high] = [roundToTicks(bar.open, scale), roundToTicks(bar.high, scale)];
  const [low, close] = [roundToTicks(bar.low, scale), roundToTicks(bar.close, scale)];
  const volumeLots = roundToLots(bar.volume, scale);
  if (open === undefined || high === undefined || low === undefined || close === undefined || volumeLots === undefined) return undefined;
  if (bar.timeMs % MINUTE_MS !== 0 || high < Math.max(open, close, low) || low > Math.min(open, close)) return undefined;
  const quoteVolume = volumeLots * BigInt(close) * (notionalUnit(scale) ?? 0n);
  return { period: '1min', startMs: bar.timeMs, open, high, low, close, volumeLots, quoteVolume };
}
