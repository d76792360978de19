import type { Amount } from '@meridian/money/amount';
import type { CurrencyId } from '../ids.ts';

/** A step of the fees of trades. */
export interface FeeTier {
  /** Least volume of the 30 days before today that reaches it; at least 1. */
  readonly volume: Amount;
  /**
   * Rates in hundredths of a percent. A market whose own rate is lower keeps it. A maker's rate
   * below zero is a rebate (`makerRebateOf`).
   */
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
}

/**
 * Operators set the steps of fees. Volumes are counted from the first setting on; another currency
 * begins anew.
 */
export interface SetFeeTiers {
  readonly kind: 'fee.tiers';
  /** The currency of volumes. Trades in other quote currencies do not count. */
  readonly currency: CurrencyId;
  /**
   * Least volume first, rates never rising, at most `MOST_TIERS`; the largest rebate is below the
   * lowest rate of takers. Empty: each trade pays its market's rates, and no volume is counted.
   */
  readonly tiers: readonly FeeTier[];
}

export const MOST_TIERS = 20;
/** The lowest rate of a maker: a rebate of one percent. */
export const LEAST_MAKER_FEE_BPS = -100;

export type FeeCommand = SetFeeTiers;
