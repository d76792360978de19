import type { Amount } from '@meridian/money/amount';
import type { Side } from '../catalog/side.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type {
  AdId,
  AdTerms,
  AppealId,
  AppealReason,
  DealId,
  OperatorId,
  P2pTerms,
  Party,
  PaymentMethod,
} from './p2p-commands.ts';

/** Reason of a posting of the marketplace: the coins of a deal, of a ruling, of a cut bond. */
export type P2pReason = 'p2pDeal' | 'p2pRuling' | 'p2pBond';

/** An ad after a change. total = surplus + open + completed + withdrawn (C1). */
export interface Ad {
  readonly id: AdId;
  readonly user: UserId;
  readonly side: Side;
  readonly currency: CurrencyId;
  readonly total: Amount;
  /** Quantity that can still be taken. */
  readonly surplus: Amount;
  /** In deals that go on. */
  readonly open: Amount;
  readonly completed: Amount;
  readonly withdrawn: Amount;
  /** Raised by its owner's changes, not by deals. */
  readonly version: number;
  readonly isPaused: boolean;
  readonly state: 'live' | 'withdrawn' | 'removed' | 'sold';
  readonly terms: AdTerms;
}

export type DealState = 'unpaid' | 'paid' | 'completed' | 'cancelled';
/** The mover that brought a deal into its state. */
export type DealMover = 'buyer' | 'seller' | 'both' | 'timer' | 'ruling';

/** A deal after a change. Times are engine time, 0 before they are known. */
export interface Deal {
  readonly id: DealId;
  readonly ad: AdId;
  readonly buyer: UserId;
  readonly seller: UserId;
  /** The side that did not publish the ad. */
  readonly taker: Party;
  readonly currency: CurrencyId;
  readonly quantity: Amount;
  readonly priceTicks: number;
  /** To be paid, in 0.01 CNY, rounded up. */
  readonly fiat: Amount;
  readonly method: PaymentMethod;
  readonly state: DealState;
  /** Raised by every change. */
  readonly version: number;
  readonly openedMs: number;
  readonly payDueMs: number;
  readonly paidMs: number;
  /** From then on the buyer may appeal. */
  readonly releaseDueMs: number;
  readonly endedMs: number;
  /** Undefined while it goes on. */
  readonly endedBy?: DealMover;
  readonly isCancelAsked: boolean;
  /** The open appeal, 0 without one. */
  readonly appeal: AppealId;
  /** Coins that the buyer received in the end. */
  readonly toBuyer: Amount;
}

export type DealCause =
  | 'opened'
  | 'paid'
  | 'cancelled'
  | 'expired'
  | 'extended'
  | 'released'
  | 'cancelAsked'
  | 'cancelRefused'
  | 'appealed'
  | 'appealWithdrawn'
  | 'ruled';

export interface Ruling {
  readonly toBuyer: Amount;
  readonly fault: Party | 'nobody';
  readonly bondCut: Amount;
  readonly operator: OperatorId;
}

/** An appeal after a change. */
export interface Appeal {
  readonly id: AppealId;
  readonly deal: DealId;
  readonly by: Party;
  readonly reason: AppealReason;
  readonly openedMs: number;
  readonly answerDueMs: number;
  /** 0: the other side has not answered. */
  readonly answeredMs: number;
  /**
   * The coins in question: those of the deal, or the part of them that could be held where it had
   * ended.
   */
  readonly amount: Amount;
  readonly isAfterEnd: boolean;
  /** `settled`: the two sides ended the deal themselves. */
  readonly state: 'open' | 'withdrawn' | 'settled' | 'ruled';
  /** A ruling that a second operator has not confirmed yet; at the end the ruling. */
  readonly ruling?: Ruling;
  /** The operator who confirmed it; absent where one was enough. */
  readonly confirmedBy?: OperatorId;
}

export interface P2pTermsListed {
  readonly type: 'p2pTermsListed';
  readonly terms: P2pTerms;
}
export interface FiatRateSet {
  readonly type: 'fiatRateSet';
  readonly currency: CurrencyId;
  readonly priceTicks: number;
}
export interface AdChanged {
  readonly type: 'adChanged';
  readonly ad: Ad;
  readonly operator?: OperatorId;
}
export interface DealChanged {
  readonly type: 'dealChanged';
  readonly cause: DealCause;
  readonly deal: Deal;
}
export interface AppealChanged {
  readonly type: 'appealChanged';
  readonly appeal: Appeal;
}
/** The record of a trader, by which the conditions of ads are checked and which others may see. */
export interface TraderRecord {
  readonly user: UserId;
  readonly completed: number;
  /** Deals that ended without coins by this user's doing. */
  readonly cancelled: number;
  /** Of 30 days, by Shanghai day: completed deals, and those that ended by this user's doing. */
  readonly days: readonly (readonly [day: number, completed: number, cancelled: number])[];
  readonly appealsLost: number;
  /** Times of marks "paid" that were taken back; older ones than 30 days may be missing. */
  readonly marksUndone: readonly number[];
  /** Own cancellations and expiries of the day `cancelDay` (Asia/Shanghai). */
  readonly cancelDay: number;
  readonly cancels: number;
  readonly isAway: boolean;
  readonly restrictedUntilMs: number;
  readonly isMerchant: boolean;
  readonly bond: { readonly currency: CurrencyId; readonly amount: Amount } | null;
}
export interface TraderChanged {
  readonly type: 'traderChanged';
  readonly trader: TraderRecord;
  readonly operator?: OperatorId;
}
export interface TraderBlocked {
  readonly type: 'traderBlocked';
  readonly user: UserId;
  readonly other: UserId;
  readonly isBlocked: boolean;
}

export type P2pEvent =
  | P2pTermsListed
  | FiatRateSet
  | AdChanged
  | DealChanged
  | AppealChanged
  | TraderChanged
  | TraderBlocked;
