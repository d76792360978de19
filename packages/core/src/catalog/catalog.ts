import type { CurrencyId, MarketId } from '../ids.ts';

/** A currency of accounts. */
export interface Currency {
  /** 1 to 1,023. BTC 1, ETH 2, USDT 3. */
  readonly id: CurrencyId;
  /** Upper case letters and digits, 2 to 10. */
  readonly code: string;
  /**
   * Decimals of the smallest unit, 0 to 8. All coins of all accounts stay below 2^63 smallest
   * units: 92 billion coins with 8 decimals, 922 trillion with 4. All starting currencies have 8.
   */
  readonly scale: number;
}

/**
 * `open` trades; `cancelOnly` and `closed` take no new orders. Open orders can be cancelled in
 * every state: money is never locked.
 */
export type MarketStatus = 'open' | 'cancelOnly' | 'closed';

/** A spot market and the rules of its book. */
export interface Market {
  readonly id: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  /** Smallest price step, in smallest quote units for one whole base coin. */
  readonly tickSize: bigint;
  /** Smallest quantity step, in smallest base units. */
  readonly lotSize: bigint;
  /**
   * Least worth of a limit order (and of a market order at the best price), in smallest quote
   * units.
   */
  readonly minNotional: bigint;
  /** Most lots of one order, 1 to 2^36. */
  readonly maxQuantityLots: number;
  /** Fees in basis points of the amount that the side receives, 0 to 1,000. */
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
  /** Open orders that one user may have in this market. */
  readonly maxOpenOrders: number;
  /**
   * New orders and fills stay within this distance of the index, in basis points. A resting order
   * left outside, because the index moved, expires when a taker reaches it. 0: no band, no index
   * needed.
   */
  readonly bandBps: number;
  /**
   * A market order stops this far from the best price at its arrival, in basis points, and in a
   * market with a band this far from the index too, whichever comes first. 0: no cap but the band.
   */
  readonly slippageBps: number;
  /**
   * An index price older than this is stale: market orders, and limit orders that never rest, are
   * refused. Milliseconds. Ignored without a band.
   */
  readonly indexMaxAgeMs: number;
  readonly status: MarketStatus;
  /** Shown in lists (wire `is_display`). */
  readonly isDisplayed: boolean;
  /**
   * Whether the market has seconds contracts (wire `open_microtrade`). Absent, as in journals older
   * than this flag: no.
   */
  readonly hasSeconds?: boolean;
}
