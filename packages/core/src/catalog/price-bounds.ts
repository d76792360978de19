import type { Side } from './side.ts';

const FULL_BPS = 10_000;

/** The prices that a market trades at, in ticks. */
export interface Band {
  readonly low: number;
  readonly high: number;
  /**
   * The worst prices that a market order may trade at by the index: its slippage, within the band.
   */
  readonly highestBuy: number;
  readonly lowestSell: number;
}

/** Without a band nothing bounds a price. */
const NO_BAND: Band = {
  low: 1,
  high: Number.MAX_SAFE_INTEGER,
  highestBuy: Number.MAX_SAFE_INTEGER,
  lowestSell: 1,
};

/** The band around an index, rounded inwards. */
export function bandAround(
  indexTicks: number,
  { bandBps, slippageBps }: { readonly bandBps: number; readonly slippageBps: number },
): Band {
  if (bandBps === 0) return NO_BAND;
  const low = beside('sell', indexTicks, bandBps);
  const high = beside('buy', indexTicks, bandBps);
  return {
    low,
    high,
    highestBuy: Math.min(high, cappedPrice('buy', indexTicks, slippageBps)),
    lowestSell: Math.max(low, cappedPrice('sell', indexTicks, slippageBps)),
  };
}

/** `slippageBps` to the worse side of a price, rounded towards it. Without a cap, no bound. */
export function cappedPrice(side: Side, priceTicks: number, slippageBps: number): number {
  if (slippageBps === 0) return side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;
  return beside(side, priceTicks, slippageBps);
}

/**
 * A price raised (buy) or lowered (sell) by a part of itself, rounded towards it. Exact: numbers
 * are used only below 2^53, bigint above.
 */
function beside(side: Side, priceTicks: number, bps: number): number {
  const part = side === 'buy' ? FULL_BPS + bps : FULL_BPS - bps;
  const product = priceTicks * part;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const over = product % FULL_BPS;
    const floor = (product - over) / FULL_BPS;
    return side === 'buy' ? floor : Math.max(1, over === 0 ? floor : floor + 1);
  }
  const exact = BigInt(priceTicks) * BigInt(part);
  if (side === 'buy') return Math.min(Number.MAX_SAFE_INTEGER, Number(exact / BigInt(FULL_BPS)));
  return Math.max(1, Number((exact + BigInt(FULL_BPS - 1)) / BigInt(FULL_BPS)));
}
