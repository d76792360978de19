import type { P2pWay } from '@meridian/contract/p2p/bounds';
import type { AdObstacle } from '@meridian/contract/p2p/calls';

/** The currency in which ads and deals are paid. */
export const FIAT = 'CNY';
export type Side = 'buy' | 'sell';

/** A coin of the marketplace. Limits are CNY of one deal. */
export interface MarketCoin {
  readonly id: number;
  readonly code: string;
  readonly decimals: number;
  /** CNY for one coin, '' where it is not known. */
  readonly reference: string;
  readonly minMoney: string;
  readonly maxMoney: string;
  /** Coins that all open deals hold together. */
  readonly escrow: string;
  readonly openDeals: number;
  readonly isOpen: boolean;
}

/** The record of a trader, as anybody may see it. */
export interface TraderRecord {
  /** Deals of 30 days that ended, and those that were completed. */
  readonly monthEnded: number;
  readonly monthCompleted: number;
  readonly completed: number;
}

/** Conditions that an ad sets for its taker. */
export interface TakerTerms {
  readonly level: number;
  readonly registeredDays: number;
  readonly completedDeals: number;
  /** Percent of the deals of 30 days. */
  readonly completionRate: string;
}

export interface Ad {
  readonly id: number;
  /** The side of its owner. */
  readonly side: Side;
  readonly coinId: number;
  readonly coin: string;
  /** CNY for one coin now, '' while a floating price rests. */
  readonly price: string;
  readonly isFloating: boolean;
  readonly total: string;
  readonly surplus: string;
  /** Coins of one deal. */
  readonly min: string;
  readonly max: string;
  readonly ways: readonly P2pWay[];
  readonly payMinutes: number;
  readonly traderId: number;
  /** Masked. */
  readonly traderName: string;
  readonly isMerchant: boolean;
  readonly record: TraderRecord;
  readonly takers: TakerTerms;
  readonly remark: string;
  /** The reason why the caller cannot take it, '' without one. */
  readonly obstacle: AdObstacle | '';
}

/** An own ad, with fields that others do not see. */
export interface OwnAd extends Ad {
  readonly version: number;
  readonly isPaused: boolean;
  /** Coins in open deals, and in completed ones. */
  readonly inDeals: string;
  readonly dealt: string;
  /** Percent from the reference, of a floating price; '' otherwise. */
  readonly offset: string;
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly hours: string;
  /** Of a private ad, otherwise ''. */
  readonly code: string;
  readonly autoReply: string;
}
