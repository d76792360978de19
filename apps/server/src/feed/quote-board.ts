import type { PriceTicks } from '@meridian/money/amount';
import type { FeedMarket, IndexTicks } from './feed.ts';
import { roundToTicks } from './grid-rounding.ts';
import { indexMedian, type VenueQuote } from './index-median.ts';

/**
 * A venue's ticker of one market, `BTC/USDT`. Prices are the venue's own decimal text: no floating
 * point on the way.
 */
export interface VenueTicker {
  readonly symbol: string;
  readonly last: string;
  /** The venue's own time, milliseconds UTC; undefined if it sends none. */
  readonly timeMs: number | undefined;
}

/**
 * Owns the latest quote of each venue and market, and computes their index. It has no clock: the
 * caller passes the time.
 */
export class QuoteBoard {
  readonly #markets: ReadonlyMap<string, FeedMarket>;
  readonly #quotes = new Map<string, Map<string, VenueQuote>>();

  constructor(markets: readonly FeedMarket[]) {
    this.#markets = new Map(markets.map((market) => [symbolOf(market), market]));
  }

  get symbols(): readonly string[] {
    return [...this.#markets.keys()];
  }

  /**
   * Keeps a venue's ticker. A quote counts from the venue's own time. Without one, or with one in
   * the future, it is as old as the request (`askedMs`), and is dropped without a request: an
   * unknown age must not count as young. An older quote never replaces a newer one.
   * @param askedMs time of the request; undefined for a pushed ticker
   */
  keep(
    venue: string,
    { symbol, last, timeMs }: VenueTicker,
    { askedMs, nowMs }: { readonly askedMs: number | undefined; readonly nowMs: number },
  ): void {
    const market = this.#markets.get(symbol);
    const priceTicks = market && roundToTicks(last, market.scale);
    const saidMs = timeMs !== undefined && timeMs <= nowMs ? timeMs : askedMs;
    if (priceTicks === undefined || saidMs === undefined) return;
    const quotes = this.#quotes.get(symbol) ?? new Map<string, VenueQuote>();
    this.#quotes.set(symbol, quotes);
    if (saidMs >= (quotes.get(venue)?.timeMs ?? 0))
      quotes.set(venue, { venue, priceTicks, timeMs: saidMs });
  }

  /** The symbols for which a venue has no quote younger than this many milliseconds. */
  olderThan(ageMs: number, venue: string, nowMs: number): string[] {
    return this.symbols.filter(
      (symbol) => nowMs - (this.#quotes.get(symbol)?.get(venue)?.timeMs ?? 0) > ageMs,
    );
  }

  /** The index prices of the quotes at a time; one list for each set of venues behind a median. */
  ticks(nowMs: number): IndexTicks[] {
    const bySource = new Map<
      string,
      { sources: number; prices: (readonly [number, PriceTicks, number])[] }
    >();
    for (const [symbol, market] of this.#markets) {
      const median = indexMedian([...(this.#quotes.get(symbol)?.values() ?? [])], nowMs);
      if (median === undefined) continue;
      const source = `median of ${[...median.venues].sort().join(', ')}`;
      const ticks = bySource.get(source) ?? { sources: median.venues.length, prices: [] };
      ticks.prices.push([market.id, median.priceTicks as PriceTicks, median.quotedAtMs]);
      bySource.set(source, ticks);
    }
    return [...bySource].map(([source, ticks]) => ({ source, ...ticks }));
  }
}

/** `BTC/USDT` */
export function symbolOf({ base, quote }: FeedMarket): string {
  return `${base}/${quote}`;
}
