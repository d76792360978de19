import type { PriceTicks } from '@meridian/money/amount';
import type { FeedMarket, IndexTicks } from './feed.ts';
import { roundToTicks } from './grid-rounding.ts';
import { indexMedian, type VenueQuote } from './index-median.ts';

/**
 * What one venue says about one market, `BTC/USDT`. Prices are the venue's own decimal text: no
 * floating point on the way.
 */
export interface VenueTicker {
  readonly symbol: string;
  readonly last: string;
  /** When the venue made it, milliseconds UTC; undefined where it does not say. */
  readonly timeMs: number | undefined;
}

/**
 * Owns the latest quote of each venue and market, and says what index they make. It has no clock:
 * the caller tells the time.
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
   * Keeps what a venue says. A quote counts from the venue's own time. Without one, or where that
   * lies in the future, it is as old as the question (`askedMs`), and nothing where nobody asked:
   * an age that is not known must not be taken for young. An older quote never replaces a newer
   * one.
   * @param askedMs when the venue was asked; undefined for what it sent by itself
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

  /** The symbols of which a venue has said nothing that is younger than so many milliseconds. */
  olderThan(ageMs: number, venue: string, nowMs: number): string[] {
    return this.symbols.filter(
      (symbol) => nowMs - (this.#quotes.get(symbol)?.get(venue)?.timeMs ?? 0) > ageMs,
    );
  }

  /**
   * The index prices that the quotes give at a moment; one list for each set of venues that a
   * median was taken of.
   */
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
