import type { MarketId } from '@meridian/core/ids';
import type { PriceTicks } from '@meridian/money/amount';
import type { MarketScale } from '@meridian/money/market-scale';
import type { Candle } from '../modules/market/candles.ts';

/** A market for a feed. */
export interface FeedMarket {
  readonly id: MarketId;
  /** Codes of its currencies: `BTC`, `USDT`. */
  readonly base: string;
  readonly quote: string;
  readonly scale: MarketScale;
}

/**
 * Index prices of one moment, and their source. Markets without a price of that moment are omitted.
 */
export interface IndexTicks {
  readonly source: string;
  /** Number of venues behind each price. */
  readonly sources: number;
  /** With the time of the oldest quote behind each price, milliseconds UTC. */
  readonly prices: readonly (readonly [market: MarketId, ticks: PriceTicks, quotedAtMs: number])[];
}

/**
 * A bar from before the exchange opened. It covers a minute, or an hour or a day for older times.
 */
export interface HistoryBar extends Candle {
  readonly period: '1min' | '60min' | '1day';
}

/**
 * A source of index prices. A feed owns its connection or file and its clock; it decides nothing:
 * its ticks are submitted as commands like all others.
 */
export interface Feed {
  /**
   * Shown to operators: `simulated`, `replay of BTCUSDT-1m-2024-12.csv.gz`, `median of binance,
   * okx`.
   */
  readonly description: string;
  /**
   * Bars before the feed was made, oldest first, without gaps of its own making and without
   * duplicates. Bounded memory: the caller takes them one at a time.
   */
  history(market: FeedMarket): AsyncIterable<HistoryBar> | Iterable<HistoryBar>;
  /**
   * Starts the callbacks with prices, about once a second. `onFailure`: the feed has ended for
   * good, with the reason.
   */
  start(onTicks: (ticks: IndexTicks) => void, onFailure: (error: Error) => void): void;
  stop(): Promise<void>;
}
