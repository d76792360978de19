import { compareDecimals } from '@meridian/money/decimal';
import type { Market } from './market.ts';

export interface FeeTier {
  /** From 1. */
  readonly level: number;
  /** Least volume, plain decimal. */
  readonly volume: string;
  /** Percent, plain decimal. */
  readonly makerFee: string;
  readonly takerFee: string;
}

export interface OwnVolume {
  readonly level: number;
  /** Of the days before today; of today; what counts tomorrow, as of now. Plain decimals. */
  readonly volume: string;
  readonly today: string;
  readonly tomorrow: string;
}

/** The levels of the fees of spot trades, and where the session's user stands. */
export interface FeeTiers {
  /** Of volumes, '' without levels. */
  readonly currency: string;
  readonly days: number;
  readonly tiers: readonly FeeTier[];
  /** Undefined for a visitor; level 0 is below the first. */
  readonly own: OwnVolume | undefined;
}

/** A market whose own rate is lower than the level's keeps it. */
export function ownFees(market: Market, fees: FeeTiers | undefined): Market {
  const tier = fees?.tiers.find(({ level }) => level === fees.own?.level);
  if (tier === undefined) return market;
  return {
    ...market,
    makerFee: lower(market.makerFee, tier.makerFee),
    takerFee: lower(market.takerFee, tier.takerFee),
  };
}

function lower(one: string, other: string): string {
  return compareDecimals(other, one) === -1 ? other : one;
}
