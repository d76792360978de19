import type { P2pWay } from '@meridian/contract/p2p/bounds';
import type { Side } from './ad.ts';

/** Terms that the owner sets for an ad. Empty fields are not sent. */
export interface AdTerms {
  /** Either a price, or an offset with its two bounds. */
  readonly price: string;
  readonly offset: string;
  readonly minPrice: string;
  readonly maxPrice: string;
  readonly ways: readonly P2pWay[];
  readonly min: string;
  readonly max: string;
  readonly payMinutes: number;
  readonly level: number;
  readonly registeredDays: number;
  readonly completedDeals: number;
  readonly completionRate: string;
  readonly hours: string;
  readonly remark: string;
  readonly autoReply: string;
  readonly isPrivate: boolean;
}

export interface NewAd extends AdTerms {
  readonly coin: number;
  readonly side: Side;
  readonly total: string;
}

export interface AdChange extends AdTerms {
  readonly id: number;
  readonly version: number;
}
