/** The shape of the demo's liquidity in one market. */
export interface LiquidityProfile {
  /** Distance of the best quotes from the index, in basis points. At least one tick is kept. */
  readonly halfSpreadBps: number;
  /**
   * Width of the first price step behind it, in basis points; later steps widen by `STEP_GROWTH`.
   * At least one tick.
   */
  readonly stepBps: number;
  /** Median worth of a trade in whole quote coins; the quotes' sizes follow from it. */
  readonly tradeQuote: number;
}

/**
 * Price levels that the bot keeps on each side: five more than promised, in reserve for those just
 * taken.
 */
export const LEVELS = 20;
export const STEP_GROWTH = 1.1;

/** By `BASE/QUOTE`. Tighter and deeper for the large coins, as in every real market. */
const PROFILES: Readonly<Record<string, LiquidityProfile>> = {
  'BTC/USDT': { halfSpreadBps: 0.3, stepBps: 0.5, tradeQuote: 1_600 },
  'ETH/USDT': { halfSpreadBps: 0.5, stepBps: 0.7, tradeQuote: 1_100 },
  'XRP/USDT': { halfSpreadBps: 1, stepBps: 1, tradeQuote: 480 },
  'DOGE/USDT': { halfSpreadBps: 1, stepBps: 1.2, tradeQuote: 480 },
  'LTC/USDT': { halfSpreadBps: 1.5, stepBps: 1.2, tradeQuote: 280 },
  'BCH/USDT': { halfSpreadBps: 1.5, stepBps: 1.2, tradeQuote: 280 },
  'ADA/USDT': { halfSpreadBps: 1.5, stepBps: 1.2, tradeQuote: 320 },
  'LINK/USDT': { halfSpreadBps: 1.5, stepBps: 1.2, tradeQuote: 320 },
  'DOT/USDT': { halfSpreadBps: 2, stepBps: 1.4, tradeQuote: 240 },
  'EOS/USDT': { halfSpreadBps: 2.5, stepBps: 1.4, tradeQuote: 160 },
  'ETH/BTC': { halfSpreadBps: 1.5, stepBps: 1, tradeQuote: 0.003 },
};

const OTHER: Readonly<Record<string, LiquidityProfile>> = {
  USDT: { halfSpreadBps: 3, stepBps: 1.5, tradeQuote: 150 },
  BTC: { halfSpreadBps: 3, stepBps: 2, tradeQuote: 0.0012 },
};

/** The profile of a market; undefined if the bot does not know the worth of its quote currency. */
export function profileOf(base: string, quote: string): LiquidityProfile | undefined {
  return PROFILES[`${base}/${quote}`] ?? OTHER[quote];
}
