import { compareDecimals } from '@meridian/money/decimal';
import type { Ad } from './ad.ts';

/** Below this many orders of 30 days a rate says too little: "n of m" is told. */
const RATE_FROM = 30;

/** In minutes, '' without such a deal. */
export interface Durations {
  readonly median: string;
  readonly p90: string;
}

/** The data of a trader's page, which explains each figure beside it. */
export interface Trader {
  readonly id: number;
  /** Masked. */
  readonly name: string;
  readonly isMerchant: boolean;
  readonly isOwn: boolean;
  /** Whether the caller blocks the trader. */
  readonly isBlocked: boolean;
  readonly isAway: boolean;
  /** YYYY-MM-DD in Shanghai. */
  readonly registeredDay: string;
  readonly monthEnded: number;
  readonly monthCompleted: number;
  readonly ended: number;
  readonly completed: number;
  /** Percent, '' without orders. */
  readonly completionRate: string;
  readonly payMinutes: Durations;
  readonly releaseMinutes: Durations;
  readonly counterparties: number;
  readonly appealsLost: number;
  /** USDT worth of the own p2p wallet, '' on the page of somebody else. */
  readonly available: string;
  readonly held: string;
  readonly ads: readonly Ad[];
}

export interface Coins {
  readonly coinId: number;
  readonly coin: string;
  readonly amount: string;
}

export interface Bond {
  readonly isMerchant: boolean;
  readonly posted: Coins | undefined;
  /** The least bond of each coin in which one may be posted. */
  readonly wanted: readonly Coins[];
}

/** The rate of completed orders, where there are enough of them. */
export function shownRate({
  monthEnded,
  completionRate,
}: Pick<Trader, 'monthEnded' | 'completionRate'>): string | undefined {
  return monthEnded < RATE_FROM ? undefined : completionRate;
}

/** Whether an amount, as it is typed, is the least bond or more. */
export function isEnoughBond(amount: string, least: Pick<Coins, 'amount'>): boolean {
  return (compareDecimals(amount, least.amount) ?? -1) >= 0;
}
