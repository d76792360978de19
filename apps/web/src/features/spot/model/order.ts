import type { Pair } from '../../../shared/market/market.ts';
import type { SelfTrade, Side, TimeInForce, TradeMode } from './trade-inputs.ts';

interface Order extends Pair {
  readonly id: number;
  /** For example BTC. */
  readonly base: string;
  /** For example USDT. */
  readonly quote: string;
  /** For example BTC/USDT. */
  readonly symbol: string;
  readonly side: Side;
  /** As it was placed. */
  readonly quantity: string;
  readonly filledQuantity: string;
}

/** An order that rests in the book. Plain decimals. */
export interface OpenOrder extends Order {
  readonly placedAtMs: number;
  readonly price: string;
  readonly remainingQuantity: string;
  /** Worth of the remaining quantity, at its price. */
  readonly remainingTotal: string;
}

/** An order that has ended, with its trades. Plain decimals. */
export interface FinishedOrder extends Order {
  readonly endedAtMs: number;
  /** The same as text, in the time zone of the exchange. */
  readonly endedAt: string;
  readonly mode: TradeMode;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly selfTrade: SelfTrade;
  /** Of its trades. */
  readonly averagePrice: string;
  /** '' of a market order. */
  readonly limitPrice: string;
  /** Worth of its trades. */
  readonly total: string;
  /** In `feeCurrency`: the currency that the order received. */
  readonly fee: string;
  readonly feeCurrency: string;
  /** The order's part of takers' fees, in `rebateCurrency`: the currency that it gave. */
  readonly rebate: string;
  readonly rebateCurrency: string;
  readonly status: 'filled' | 'partlyFilled' | 'cancelled';
  /** The status in the person's language. */
  readonly statusName: string;
  readonly reason: string;
  readonly fills: readonly Fill[];
}

/** A trade of an own order. */
export interface Fill {
  readonly id: number;
  readonly timeMs: number;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly fee: string;
  readonly rebate: string;
}
