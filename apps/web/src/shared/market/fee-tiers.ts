import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Market } from './market.ts';

/** Percent, plain decimals. */
export type Rates = Pick<Market, 'makerFee' | 'takerFee'>;

export interface FeeTier {
  /** From 1. */
  readonly level: number;
  /** Least volume, plain decimal. */
  readonly volume: string;
  /** Percent, plain decimal; a maker's below zero is a rebate. */
  readonly makerFee: string;
  readonly takerFee: string;
}

export interface OwnVolume {
  readonly level: number;
  /**
   * Volumes of the days before today, of today, and the one that counts tomorrow, as of now. Plain
   * decimals.
   */
  readonly volume: string;
  readonly today: string;
  readonly tomorrow: string;
}

/** The fee levels of spot trades, and the level of the session's user. */
export interface FeeTiers {
  /** Of volumes, '' without levels. */
  readonly currency: string;
  readonly days: number;
  readonly tiers: readonly FeeTier[];
  /** Undefined for a visitor; level 0 is below the first. */
  readonly own: OwnVolume | undefined;
}

/** Rates have two decimals. */
const RATE_SCALE = 2;

/**
 * A market whose own rate is lower than the level's keeps it. A maker's rate below zero is received
 * from the taker's fee, of which a hundredth of a percent stays.
 */
export function ownRates({ makerFee, takerFee }: Rates, { own, tiers }: FeeTiers): Rates {
  const tier = tiers.find(({ level }) => level === own?.level);
  if (tier === undefined) return { makerFee, takerFee };
  return {
    makerFee: lower(makerFee, withRebateOf(tier.makerFee, takerFee)),
    takerFee: lower(takerFee, tier.takerFee),
  };
}

/** A maker's rate in a market whose takers pay `takerFee`, which bounds a rebate. */
function withRebateOf(makerFee: string, takerFee: string): string {
  const [rate, taker] = [hundredths(makerFee), hundredths(takerFee)];
  const most = taker > 1n ? 1n - taker : 0n;
  return rate < most ? formatDecimal(most, RATE_SCALE) : makerFee;
}

function lower(one: string, other: string): string {
  return hundredths(other) < hundredths(one) ? other : one;
}

/** Units of a hundredth of a percent; 0 for a text that is no rate. */
function hundredths(rate: string): bigint {
  const parsed = parseDecimal(rate, RATE_SCALE);
  return parsed.ok ? parsed.units : 0n;
}
