import type { Currency, Market } from './catalog.ts';
import type { MarketId } from '../ids.ts';

export interface CurrencyListed {
  readonly type: 'currencyListed';
  readonly currency: Currency;
}
export interface MarketListed {
  readonly type: 'marketListed';
  readonly market: Market;
}
export interface IndexPriceSet {
  readonly type: 'indexPriceSet';
  readonly market: MarketId;
  readonly priceTicks: number;
  readonly source: string;
  /**
   * Time of the oldest quote that made the price, milliseconds UTC, at most the time of the
   * command.
   */
  readonly quotedAtMs: number;
  /** Number of venues behind the price. */
  readonly sources: number;
  /** The resulting mark price. */
  readonly markTicks: number;
}

export type CatalogEvent = CurrencyListed | MarketListed | IndexPriceSet;
