import type { MarketId } from '@meridian/core/ids';
import type { PriceTicks } from '@meridian/money/amount';
import type { MarketScale } from '@meridian/money/market-scale';
import type { Candle } from '../modules/market/candles.ts';

/** A market as a feed sees it. */
export interface FeedMarket {
  readonly id: MarketId;
  /** Codes of its currencies: `BTC`, `USDT`. */
  readonly base: string;
  readonly quote: string;
  readonly scale: MarketScale;
}

/**
 * Index prices of one moment, and where they came from. Markets without a price of that moment are
 * left out.
 */
export interface IndexTicks {
  readonly source: string;
  /** How many venues each price was made of. */
  readonly sources: number;
  /** With the time of the oldest quote that made each price, milliseconds UTC. */
  readonly prices: readonly (readonly [market: MarketId, ticks: PriceTicks, quotedAtMs: number])[];
}

/**
 * A bar from before the exchange opened. It covers a minute, or an hour or a day of older times.
 */
export interface HistoryBar extends Candle {
  readonly period: '1min' | '60min' | '1day';
}

/**
 * Where index prices come from. A feed owns its connection or file and its clock; it decides
 * nothing: what it emits is submitted as a command like everything else.
 */
export interface Feed {
  /**
   * Shown to operators: `simulated`, `replay of BTCUSDT-1m-2024-12.csv.gz`, `median of binance,
   * okx`.
   */
  readonly description: string;
  /**
   * Bars before the moment at which the feed was made, oldest first, without gaps of its own making
   * and without duplicates. Bounded memory: the caller takes them one at a time.
   */
  history(market: FeedMarket): AsyncIterable<HistoryBar> | Iterable<HistoryBar>;
  /**
   * Begins to call back with prices, about once a second. `onFailure`: the feed has ended for good,
   * with the reason.
   */
  start(onTicks: (ticks: IndexTicks) => void, onFailure: (error: Error) => void): void;
  stop(): Promise<void>;
}
