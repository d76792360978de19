import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange } from 'ccxt';
import { Fault } from '../fault.ts';
import { FEWEST_VENUES } from './index-median.ts';
import type { Venue, VenueBar } from './live.ts';
import type { VenueTicker } from './quote-board.ts';

const TIMEOUT_MS = 5_000;
const BARS_PER_CALL = 1_000;
/** Milliseconds that closing a venue may take. */
const CLOSE_MS = 1_000;

type CcxtTickers = Readonly<
  Record<string, { symbol?: unknown; last?: unknown; timestamp?: unknown } | undefined>
>;

/**
 * The part of a ccxt exchange that the feed uses. Prices are text, because `number` is `String`.
 */
export interface CcxtExchange {
  readonly markets: Readonly<Record<string, unknown>> | undefined;
  /** Capabilities of the exchange: `watchTickers` for those that send tickers over a WebSocket. */
  readonly has: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<CcxtTickers>;
  /** Waits for the next ticker of these symbols; the first call opens the connection. */
  watchTickers(symbols: string[]): Promise<CcxtTickers>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since: number,
    limit: number,
  ): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<unknown>;
}

/**
 * Makes venues of ccxt's names. Faults: `configuration_invalid` for an unknown name, or too few of
 * them.
 */
export async function openVenues(names: readonly string[]): Promise<Venue[]> {
  if (new Set(names).size < Math.max(FEWEST_VENUES, names.length)) {
    throw new Fault(
      'configuration_invalid',
      `FEED: a live feed needs at least ${FEWEST_VENUES} different exchanges`,
    );
  }
  // Imported only here: it is large, and the demo never needs it.
  const { default: ccxt } = await import('ccxt');
  return names.map((name) => {
    if (!ccxt.exchanges.includes(name))
      throw new Fault('configuration_invalid', `FEED: there is no exchange called ${name}`);
    // The variant with WebSockets, if ccxt has one.
    const classes = [ccxt.pro, ccxt] as unknown as Readonly<
      Record<string, new (options: object) => Exchange>
    >[];
    const Class = classes.find((each) => Object.hasOwn(each, name))?.[name];
    if (Class === undefined)
      throw new Fault('configuration_invalid', `FEED: there is no exchange called ${name}`);
    const exchange = new Class({ timeout: TIMEOUT_MS, enableRateLimit: true });
    return new CcxtVenue(name, withTextNumbers(exchange));
  });
}

/**
 * Keeps prices in the venue's own text: ccxt takes any function for making numbers, and documents
 * `String` for this.
 */
export function withTextNumbers(exchange: Exchange): CcxtExchange {
  exchange.number = String as unknown as typeof exchange.number;
  return exchange as unknown as CcxtExchange;
}

/**
 * One exchange through ccxt. It loads the list of markets once, and requests only symbols of that
 * list.
 */
export class CcxtVenue implements Venue {
  readonly name: string;
  readonly watchTickers?: (symbols: readonly string[]) => Promise<VenueTicker[]>;
  readonly #exchange: CcxtExchange;
  #isLoaded = false;
  #isClosed = false;
  #endWait: (error: Error) => void = () => undefined;

  constructor(name: string, exchange: CcxtExchange) {
    this.name = name;
    this.#exchange = exchange;
    if (exchange.has['watchTickers'] === true)
      this.watchTickers = (symbols) => this.#nextTickers(symbols);
  }

  async fetchTickers(symbols: readonly string[]): Promise<VenueTicker[]> {
    const listed = await this.#listed(symbols);
    if (listed.length === 0) return [];
    return venueTickers(await this.#exchange.fetchTickers(listed));
  }

  async fetchBars(symbol: string, fromMs: number): Promise<VenueBar[]> {
    if ((await this.#listed([symbol])).length === 0) return [];
    const rows = await this.#exchange.fetchOHLCV(symbol, '1m', fromMs, BARS_PER_CALL);
    return rows.flatMap(([timeMs, ...values]) => {
      const [open = '', high = '', low = '', close = '', volume = ''] = values.map(String);
      return typeof timeMs === 'number' ? [{ timeMs, open, high, low, close, volume }] : [];
    });
  }

  /**
   * ccxt waits until the venue has closed the connection too, and so do calls that wait for a
   * ticker: neither may hold up a stop.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endWait(new Error('closed'));
    const waiting = new AbortController();
    const closing = this.#exchange.close().catch(() => undefined);
    await Promise.race([
      closing,
      delay(CLOSE_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
  }

  async #nextTickers(symbols: readonly string[]): Promise<VenueTicker[]> {
    const listed = await this.#listed(symbols);
    if (listed.length === 0) throw new Error('it has none of the markets');
    if (this.#isClosed) throw new Error('closed');
    const tickers = new Promise<CcxtTickers>((resolve, reject) => {
      this.#endWait = reject;
      this.#exchange.watchTickers(listed).then(resolve, reject);
    });
    return venueTickers(await tickers);
  }

  async #listed(symbols: readonly string[]): Promise<string[]> {
    if (!this.#isLoaded) await this.#exchange.loadMarkets();
    this.#isLoaded = true;
    const { markets = {} } = this.#exchange;
    return symbols.filter((symbol) => markets[symbol] !== undefined);
  }
}

function venueTickers(tickers: CcxtTickers): VenueTicker[] {
  return Object.values(tickers).flatMap((ticker) => {
    const { symbol, last, timestamp } = ticker ?? {};
    if (typeof symbol !== 'string' || typeof last !== 'string') return [];
    return [{ symbol, last, timeMs: typeof timestamp === 'number' ? timestamp : undefined }];
  });
}
