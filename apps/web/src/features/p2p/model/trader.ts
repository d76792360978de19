import { formatFixed } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';
import type { TraderRecord } from './ad.ts';

/** Below this many deals of 30 days a rate says too little: the counts are told instead. */
const RATE_FROM = 30;
const RATE_DECIMALS = 1;

/** How many of a trader's deals of 30 days were completed: as a rate in percent, or counted. */
export type Completion =
  | { readonly kind: 'none' }
  | { readonly kind: 'counts'; readonly completed: number; readonly ended: number }
  | { readonly kind: 'rate'; readonly rate: string };

export function completionOf({ monthEnded, monthCompleted }: TraderRecord): Completion {
  if (monthEnded === 0) return { kind: 'none' };
  if (monthEnded < RATE_FROM)
    return { kind: 'counts', completed: monthCompleted, ended: monthEnded };
  const perMille = divide(BigInt(monthCompleted) * 1_000n, BigInt(monthEnded), 'down');
  return { kind: 'rate', rate: formatFixed(perMille, RATE_DECIMALS) };
}
