import type { PriceTicks } from '@meridian/money/amount';
import type { Currency, Market } from './catalog.ts';
import type { MarketId } from '../ids.ts';

/**
 * Lists a currency, or replaces the flags of a listed one. The scale of a listed currency never
 * changes.
 */
export interface ListCurrency {
  readonly kind: 'currency.list';
  readonly currency: Currency;
}

/**
 * Lists a market, or replaces the settings of a listed one. Currencies, tick and lot of a listed
 * market never change.
 */
export interface ListMarket {
  readonly kind: 'market.list';
  readonly market: Market;
}

/**
 * An index price, in ticks of its market. `quotedAtMs` is the venue's time of the oldest quote that
 * made it, milliseconds UTC; without it, or where it lies after the command, the time of the
 * command counts.
 */
export type IndexPrice = readonly [market: MarketId, ticks: PriceTicks, quotedAtMs?: number];

/** New index prices. */
export interface SetIndexPrices {
  readonly kind: 'index.set';
  /**
   * Where the prices came from: `simulated`, `replay`, or the exchanges that the median was taken
   * of.
   */
  readonly source: string;
  /** How many venues each price was made of, 1 to 1,000. Absent: not known, which counts as one. */
  readonly sources?: number;
  readonly prices: readonly IndexPrice[];
}

export type CatalogCommand = ListCurrency | ListMarket;
