import type { P2pWay } from '@meridian/contract/p2p/bounds';
import type { Side } from './ad.ts';

export type DealState = 'unpaid' | 'paid' | 'completed' | 'cancelled';
export type DealEnder = 'buyer' | 'seller' | 'both' | 'timer' | 'ruling';

/** An account that a deal is paid to. Fields of other ways are ''. */
export interface Payee {
  readonly realName: string;
  readonly bankName: string;
  readonly bankAccount: string;
  readonly wechatAccount: string;
  readonly alipayAccount: string;
}

/** A deal, as one of its two sides sees it. */
export interface Deal {
  /** The reference number too. */
  readonly id: number;
  readonly adId: number;
  /** `buy`: the caller pays; `sell`: the caller releases the coins. */
  readonly side: Side;
  readonly state: DealState;
  readonly version: number;
  readonly coinId: number;
  readonly coin: string;
  readonly quantity: string;
  readonly price: string;
  /** CNY. */
  readonly money: string;
  readonly way: P2pWay;
  readonly wayName: string;
  /** On the clock of the exchange. */
  readonly openedAt: string;
  readonly openedMs: number;
  /** Until when it is to be paid. */
  readonly payDueMs: number;
  /** Until when the seller is to release; the buyer may appeal then. 0 before it is paid. */
  readonly releaseDueMs: number;
  /** 0 while it goes on. */
  readonly endedMs: number;
  /** Until when the own side may appeal after the end; 0 where it may not. */
  readonly appealUntilMs: number;
  readonly endedBy: DealEnder | '';
  /** Whether the seller has asked to call it off. */
  readonly isCancelAsked: boolean;
  /** The open appeal, 0 without one. */
  readonly appealId: number;
  readonly isOwnAd: boolean;
  /** Of the other side. */
  readonly traderId: number;
  /** Masked. */
  readonly traderName: string;
  /** '' 30 days after the end. */
  readonly traderPhone: string;
  readonly traderRealName: string;
  readonly payee: Payee;
  /** The buyer's verified name, to compare the payer with. */
  readonly payerName: string;
}
