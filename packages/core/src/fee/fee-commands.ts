import type { Amount } from '@meridian/money/amount';
import type { CurrencyId } from '../ids.ts';

/** A step of the fees of trades. */
export interface FeeTier {
  /** Least volume of the 30 days before today that reaches it; at least 1. */
  readonly volume: Amount;
  /** Rates in hundredths of a percent. A market whose own rate is lower keeps it. */
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
   * Least volume first, rates never rising, at most `MOST_TIERS`. Empty: each trade pays the rates
   * of its market, and no volume is counted.
   */
  readonly tiers: readonly FeeTier[];
}

export const MOST_TIERS = 20;

export type FeeCommand = SetFeeTiers;
