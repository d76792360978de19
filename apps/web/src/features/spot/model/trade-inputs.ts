import type { TIMES_IN_FORCE } from '@meridian/contract/spot/bounds';
import type { Market, Pair } from '../../../shared/market/market.ts';

export type Side = 'buy' | 'sell';
export type TradeMode = 'limit' | 'market';

export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/**
 * Modes of self-trade prevention: which orders end, or shrink, where an order meets another one of
 * the same person.
 */
export const SELF_TRADES = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const;
export type SelfTrade = (typeof SELF_TRADES)[number];

/** Terms of an order, besides its price and quantity. */
export interface OrderTerms {
  readonly timeInForce: TimeInForce;
  /** Of a limit order that stands: refused where it would trade at once. */
  readonly isPostOnly: boolean;
  readonly selfTrade: SelfTrade;
}

/** Values that a person has typed for one side: plain decimals, or nothing. */
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

/** Whether an order stands in the book for what it does not trade at once. */
export function mayRest({
  mode,
  timeInForce,
}: {
  readonly mode: TradeMode;
  readonly timeInForce: TimeInForce;
}): boolean {
  return mode === 'limit' && timeInForce === 'gtc';
}

/** A level of the other side of the book, on the market's grid. */
export interface BookLevel {
  readonly ticks: number;
  readonly lots: number;
}

/** The market, balance and book that the form needs besides the inputs. */
export interface TradeContext {
  readonly market: Market;
  /**
   * Available balance of the spent currency: quote currency of a buy, base currency of a sell.
   * Undefined when logged out.
   */
  readonly available: string | undefined;
  /** Levels of the other side of the book, best first, with which a market order trades. */
  readonly levels: readonly BookLevel[];
}

/** The steps of the slider, in percent of the balance. */
export const SLIDER_STEPS = [0, 25, 50, 75, 100] as const;

/** An order as it is sent. A market order has no price and no time in force. */
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
    ...(isPostOnly && mayRest({ mode, timeInForce }) ? { isPostOnly } : {}),
  };
}
