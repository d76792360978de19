import type { Market } from './market.ts';

/** Percent, plain decimals. */
export type Rates = Pick<Market, 'makerFee' | 'takerFee'>;

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
export function ownRates({ makerFee, takerFee }: Rates, { own, tiers }: FeeTiers): Rates {
  const tier = tiers.find(({ level }) => level === own?.level);
  if (tier === undefined) return { makerFee, takerFee };
  return {
    makerFee: lower(makerFee, tier.makerFee),
    takerFee: lower(takerFee, tier.takerFee),
  };
}

/** Rates have two decimals at most: as numbers they compare exactly. */
function lower(one: string, other: string): string {
  return Number(other) < Number(one) ? other : one;
}
