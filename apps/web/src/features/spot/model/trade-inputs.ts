import type { Market, Pair } from '../../../shared/market/market.ts';

export type Side = 'buy' | 'sell';
export type TradeMode = 'limit' | 'market';

/** How long a limit order stands. A market order never rests. */
export const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** What ends where an order meets another one of the same person. */
export const SELF_TRADES = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const;
export type SelfTrade = (typeof SELF_TRADES)[number];

/** How an order is to be treated, besides its price and quantity. */
export interface OrderTerms {
  readonly timeInForce: TimeInForce;
  /** Of a limit order that stands: refused where it would trade at once. */
  readonly isPostOnly: boolean;
  readonly selfTrade: SelfTrade;
}

/** What a person has typed for one side: plain decimals, or nothing. */
export interface TradeInputs {
  readonly side: Side;
  readonly mode: TradeMode;
  readonly price: string;
  readonly quantity: string;
  /** In quote currency. It counts, instead of the quantity, while `entered` says so. */
  readonly total: string;
  readonly entered: 'quantity' | 'total';
  readonly terms: OrderTerms;
}

/** A level of the other side of the book, on the market's grid. */
export interface BookLevel {
  readonly ticks: number;
  readonly lots: number;
}

/** What the form needs to know besides. */
export interface TradeContext {
  readonly market: Market;
  /**
   * Available of what is spent: quote currency of a buy, base currency of a sell. Undefined when
   * logged out.
   */
  readonly available: string | undefined;
  /** The other side of the book, best first: what a market order trades with. */
  readonly levels: readonly BookLevel[];
}

/** The steps of the slider, in percent of the balance. */
export const SLIDER_STEPS = [0, 25, 50, 75, 100] as const;

/** An order as it is sent. A market order has no price, and no time that it stands. */
export interface OrderRequest extends Pair {
  readonly quantity: string;
  readonly mode: TradeMode;
  readonly price?: string;
  readonly timeInForce?: TimeInForce;
  readonly isPostOnly?: true;
  readonly selfTrade: SelfTrade;
}

/** @param quantity in base currency, as `tradeSummary` says it */
export function orderOf(
  { market: { baseId, quoteId } }: TradeContext,
  { mode, price, terms }: TradeInputs,
  quantity: string,
): OrderRequest {
  const { timeInForce, isPostOnly, selfTrade } = terms;
  const common = { baseId, quoteId, quantity, mode, selfTrade };
  if (mode === 'market') return common;
  return {
    ...common,
    price,
    timeInForce,
    ...(isPostOnly && timeInForce === 'gtc' ? { isPostOnly } : {}),
  };
}
