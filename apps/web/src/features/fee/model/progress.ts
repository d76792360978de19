import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { FeeTier, OwnVolume } from '../../../shared/market/fee-tiers.ts';

/** Decimals that volumes have at most. */
const SCALE = 8;

export interface Progress {
  /** Undefined at the highest level. */
  readonly next: FeeTier | undefined;
  /** Volume to the next level, plain decimal; '0' where only the day has to end. */
  readonly missing: string;
  /** Of the way to the next level, from 0 to 100, rounded down. */
  readonly percent: number;
}

/** The way to the next level, by the volume that counts tomorrow. */
export function progressOf(
  tiers: readonly FeeTier[],
  own: Pick<OwnVolume, 'level' | 'tomorrow'>,
): Progress {
  const next = tiers.find(({ level }) => level === own.level + 1);
  if (next === undefined) return { next, missing: '0', percent: 100 };
  const reached = units(own.tomorrow);
  const wanted = units(next.volume);
  if (reached >= wanted) return { next, missing: '0', percent: 100 };
  return {
    next,
    missing: formatDecimal(wanted - reached, SCALE),
    percent: Number((reached * 100n) / wanted),
  };
}

function units(volume: string): bigint {
  const parsed = parseDecimal(volume, SCALE);
  return parsed.ok ? parsed.units : 0n;
}
