/** Prices of own open orders of a market, in ticks. */
export interface OwnPrices {
  readonly asks: readonly number[];
  readonly bids: readonly number[];
}

export const NO_PRICES: OwnPrices = { asks: [], bids: [] };
