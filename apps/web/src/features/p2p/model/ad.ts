import type { P2pWay } from '@meridian/contract/p2p/bounds';
import type { AdObstacle } from '@meridian/contract/p2p/calls';

/** What ads and deals are paid in. */
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

/** What an ad asks of who takes it. */
export interface TakerTerms {
  readonly level: number;
  readonly registeredDays: number;
  readonly completedDeals: number;
  /** Percent of the deals of 30 days. */
  readonly completionRate: string;
}

export interface Ad {
  readonly id: number;
  /** Its owner's. */
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
  /** Why who looks at it cannot take it, '' if they can. */
  readonly obstacle: AdObstacle | '';
}

/** An own ad has what others do not see. */
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
