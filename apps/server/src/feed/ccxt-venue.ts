import type { Exchange } from 'ccxt';
import { Fault } from '../fault.ts';
import { FEWEST_VENUES } from './index-median.ts';
import type { Venue, VenueBar, VenueTicker } from './live.ts';

const TIMEOUT_MS = 5_000;
const BARS_PER_CALL = 1_000;

/** The part of a ccxt exchange that the feed uses. Prices are text, because `number` is `String`. */
export interface CcxtExchange {
  readonly markets: Readonly<Record<string, unknown>> | undefined;
  loadMarkets(): Promise<unknown>;
  fetchTickers(symbols: string[]): Promise<Readonly<Record<string, { symbol?: unknown; last?: unknown; timestamp?: unknown } | undefined>>>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<unknown>;
}

/** Makes venues of the names that ccxt has. Faults: `configuration_invalid` for an unknown name, or too few of them. */
export async function openVenues(names: readonly string[]): Promise<Venue[]> {
  if (new Set(names).size < Math.max(FEWEST_VENUES, names.length)) {
    throw new Fault('configuration_invalid', `FEED: a live feed needs at least ${FEWEST_VENUES} different exchanges`);
  }
  // Loaded only here: it is large, and the demo never needs it.
  const { default: ccxt } = await import('ccxt');
  return names.map((name) => {
    if (!ccxt.exchanges.includes(name)) throw new Fault('configuration_invalid', `FEED: there is no exchange called ${name}`);
    const Class = (ccxt as unknown as Record<string, new (options: object) => Exchange>)[name];
    if (Class === undefined) throw new Fault('configuration_invalid', `FEED: there is no exchange called ${name}`);
    const exchange = new Class({ timeout: TIMEOUT_MS, enableRateLimit: true });
    return new CcxtVenue(name, withTextNumbers(exchange));
  });
}

/** Prices stay the text that the venue sent: ccxt takes any function for making numbers, and documents `String` for this. */
export function withTextNumbers(exchange: Exchange): CcxtExchange {
  exchange.number = String as unknown as typeof exchange.number;
  return exchange as unknown as CcxtExchange;
}

/** One exchange through ccxt. It asks for the list of markets once, and only for symbols that are on it. */
export class CcxtVenue implements Venue {
  readonly name: string;
  readonly #exchange: CcxtExchange;
  #isLoaded = false;

  constructor(name: string, exchange: CcxtExchange) {
    this.name = name;
    this.#exchange = exchange;
  }

  async fetchTickers(symbols: readonly string[]): Promise<VenueTicker[]> {
    const listed = await this.#listed(symbols);
    if (listed.length === 0) return [];
    const tickers = Object.values(await this.#exchange.fetchTickers(listed));
    return tickers.flatMap((ticker) => {
      const { symbol, last, timestamp } = ticker ?? {};
      if (typeof symbol !== 'string' || typeof last !== 'string') return [];
      return [{ symbol, last, timeMs: typeof timestamp === 'number' ? timestamp : undefined }];
    });
  }

  async fetchBars(symbol: string, fromMs: number): Promise<VenueBar[]> {
    if ((await this.#listed([symbol])).length === 0) return [];
    const rows = await this.#exchange.fetchOHLCV(symbol, '1m', fromMs, BARS_PER_CALL);
    return rows.flatMap(([timeMs, ...values]) => {
      const [open = '', high = '', low = '', close = '', volume = ''] = values.map(String);
      return typeof timeMs === 'number' ? [{ timeMs, open, high, low, close, volume }] : [];
    });
  }

  async close(): Promise<void> {
    await this.#exchange.close();
  }

  async #listed(symbols: readonly string[]): Promise<string[]> {
    if (!this.#isLoaded) await this.#exchange.loadMarkets();
    this.#isLoaded = true;
    const { markets = {} } = this.#exchange;
    return symbols.filter((symbol) => markets[symbol] !== undefined);
  }
}
