import type { Market } from '../../../shared/market/market.ts';

export type Side = 'buy' | 'sell';
export type TradeMode = 'limit' | 'market';
/** `mode` on the wire. */
export const WIRE_MODE = { market: 1, limit: 2 } as const satisfies Record<TradeMode, number>;

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

/** Fields of `transaction/in` and `transaction/out`. A market order has no price. */
export function orderFields({ market }: TradeContext, { mode, price, quantity }: TradeInputs) {
  const { legal_id, currency_id } = market;
  return {
    legal_id,
    currency_id,
    num: quantity,
    mode: WIRE_MODE[mode],
    ...(mode === 'limit' ? { price } : {}),
  };
}
