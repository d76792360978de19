import type { Market, Pair } from '../../../shared/market/market.ts';

export type Side = 'buy' | 'sell';
export type TradeMode = 'limit' | 'market';

/** What a person has typed for one side: plain decimals, or nothing. */
export interface TradeInputs {
  readonly side: Side;
  readonly mode: TradeMode;
  readonly price: string;
  readonly quantity: string;
}

/** What the form needs to know besides. */
export interface TradeContext {
  readonly market: Market;
  /**
   * Available of what is spent: quote currency of a buy, base currency of a sell. Undefined when
   * logged out.
   */
  readonly available: string | undefined;
  /** Best price of the other side of the book: what a market order begins at. */
  readonly bestPrice: string | undefined;
}

/** The steps of the slider, in percent of the balance. */
export const SLIDER_STEPS = [0, 25, 50, 75, 100] as const;

/** An order as it is sent. A market order has no price. */
export interface OrderRequest extends Pair {
  readonly quantity: string;
  readonly mode: TradeMode;
  readonly price?: string;
}

export function orderOf(
  { market: { baseId, quoteId } }: TradeContext,
  { mode, price, quantity }: TradeInputs,
): OrderRequest {
  return { baseId, quoteId, quantity, mode, ...(mode === 'limit' ? { price } : {}) };
}
