import type { Amount } from '@meridian/money/amount';
import type { Side } from '../catalog/side.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

export type AdId = number;
export type DealId = number;
export type AppealId = number;
/** An operator of the office, by the office's number. */
export type OperatorId = number;

export const PAYMENT_WAYS = ['aliPay', 'weChat', 'bank'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** Decimals of a fiat amount: one unit is 0.01 CNY. */
export const FIAT_SCALE = 2;
/** Decimals of a price: one tick is 10^-8 CNY for one whole coin. */
export const FIAT_PRICE_SCALE = 8;

/** Minutes from "paid" until the buyer may appeal. */
export const RELEASE_MINUTES = 15;
/** Own cancellations and expiries of a Shanghai day: with the last one nothing new begins. */
export const CANCELS_A_DAY = 3;
/** Marks "paid" that were taken back within 30 days; with the last one nothing is bought. */
export const MARKS_UNDONE = 3;
/**
 * Appeals about deals that have ended which a user lost or withdrew within 30 days, and lost ones
 * about others; with the last one none is opened about deals that have ended.
 */
export const APPEALS_LOST = 3;
/** Days in which an ended deal can be appealed, and a ruling once more. */
export const APPEAL_DAYS = 7;
/** Rulings on one deal: the second one is another operator's. */
export const MAX_RULINGS = 2;
/** Hours in which the other side answers an appeal. No ruling comes before an answer or the end. */
export const ANSWER_HOURS = 24;
export const MAX_ADS = 20;
export const MAX_OPEN_DEALS = 20;
export const MAX_BLOCKS = 500;
export const MAX_METHODS = 5;
/** Opening hours of an ad in a week. */
export const MAX_SPANS = 14;
/** Minutes that an extension adds, at least and at most. */
export const EXTENSION_MINUTES = [5, 180] as const;

/** Terms of the marketplace for a coin. Fiat amounts are in 0.01 CNY. */
export interface P2pTerms {
  readonly currency: CurrencyId;
  /** The market whose index is the coin's price; 0 for the coin in which fiat is quoted. */
  readonly market: MarketId;
  /** Bounds of one deal, both included. */
  readonly minFiat: Amount;
  readonly maxFiat: Amount;
  /** Largest distance of a price from the reference, in basis points; 0: none. */
  readonly bandBps: number;
  /** Rulings on deals of this worth and more need two operators. */
  readonly twoOperatorsFrom: Amount;
  /** Bond of a merchant in this coin; 0: none in this coin. */
  readonly merchantBond: Amount;
  readonly isOpen: boolean;
}

export interface ListP2pTerms {
  readonly kind: 'p2p.terms';
  readonly terms: P2pTerms;
}

/** The price of one whole coin of `currency` in fiat, from outside: it leads to all others. */
export interface SetFiatRate {
  readonly kind: 'p2p.rate';
  readonly currency: CurrencyId;
  readonly priceTicks: number;
}

/**
 * A stored account that is paid into, by the server's number; 0 in the ad of a buyer, which names
 * the way alone.
 */
export interface PaymentMethod {
  readonly id: number;
  readonly way: PaymentWay;
}

/** Conditions that a taker of an ad has to meet. 0 asks for nothing. */
export interface TakerConditions {
  /** Level of verification, 0 to 2. */
  readonly level: number;
  readonly registeredDays: number;
  readonly completedDeals: number;
  /** Part of completed deals of 30 days, in basis points. */
  readonly completionBps: number;
}

/** The part of an ad that its owner may change. Quantities are in smallest units of the coin. */
export interface AdTerms {
  /** Fixed price; 0: it floats around the reference by `offsetBps`. */
  readonly priceTicks: number;
  readonly offsetBps: number;
  /** Bounds of a floating price: outside them the ad rests. 0 for a fixed one. */
  readonly minTicks: number;
  readonly maxTicks: number;
  /** Limits of one deal. A rest below the least may be taken whole. */
  readonly minQuantity: Amount;
  readonly maxQuantity: Amount;
  /** 1 to 5, no two with the same number or, for a buyer, the same way. */
  readonly methods: readonly PaymentMethod[];
  /** 1 to 180. */
  readonly payMinutes: number;
  readonly takers: TakerConditions;
  /** Opening hours, in minutes of the week of Shanghai from Monday 00:00. None: always. */
  readonly hours: readonly (readonly [from: number, to: number])[];
  /** A caller who names this code may take the private ad; '' for a public one. */
  readonly code: string;
  /** The server's number of remark and automatic reply, 0 without. */
  readonly texts: number;
}

/** Offers to buy or sell a coin for fiat. Nothing is held until somebody takes it. */
export interface PublishAd {
  readonly kind: 'p2p.publish';
  readonly user: UserId;
  readonly side: Side;
  readonly currency: CurrencyId;
  readonly total: Amount;
  readonly terms: AdTerms;
  /** The owner's level of verification, from the server. */
  readonly level: number;
  readonly key?: string;
}

export interface EditAd {
  readonly kind: 'p2p.edit';
  readonly user: UserId;
  readonly ad: AdId;
  /** The version that its owner saw, 0 for none. */
  readonly version: number;
  readonly terms: AdTerms;
  readonly key?: string;
}

export interface WithdrawAd {
  readonly kind: 'p2p.withdrawAd';
  readonly user: UserId;
  readonly ad: AdId;
  readonly key?: string;
}

/** An operator takes an ad away. Its open deals go on. */
export interface RemoveAd {
  readonly kind: 'p2p.removeAd';
  readonly ad: AdId;
  readonly operator: OperatorId;
}

export interface PauseAd {
  readonly kind: 'p2p.pause';
  readonly user: UserId;
  /** 0: all of the user's ads, those to come too. */
  readonly ad: AdId;
  readonly isPaused: boolean;
  readonly key?: string;
}

/** Takes an ad: the seller's coins are held until the deal ends. */
export interface OpenDeal {
  readonly kind: 'p2p.deal';
  readonly user: UserId;
  readonly ad: AdId;
  /** 0: all that is left. */
  readonly quantity: Amount;
  /** The worst price that the taker accepts; 0: any. */
  readonly priceTicks: number;
  /** One of the ad's ways, and the own account that a taker who sells is paid into; else 0. */
  readonly way: PaymentWay;
  readonly account: number;
  /** The code of a private ad, else ''. */
  readonly code: string;
  /** The taker's level of verification and age of the account, from the server. */
  readonly level: number;
  readonly registeredDays: number;
  readonly key?: string;
}

interface DealAct {
  readonly user: UserId;
  readonly deal: DealId;
  /**
   * The version that the user saw: of two acts on one version, the first one counts. 0: the state
   * of the deal alone decides, for callers who saw none.
   */
  readonly version: number;
  readonly key?: string;
}

/** The buyer says that the money was sent. */
export interface PayDeal extends DealAct {
  readonly kind: 'p2p.pay';
}
/** The buyer gives up an unpaid deal. */
export interface CancelDeal extends DealAct {
  readonly kind: 'p2p.cancel';
}
/** The seller gives the buyer more time to pay. */
export interface ExtendDeal extends DealAct {
  readonly kind: 'p2p.extend';
  readonly minutes: number;
}
/** The seller has the money: the coins go to the buyer. */
export interface ReleaseDeal extends DealAct {
  readonly kind: 'p2p.release';
}
/** The seller asks the buyer to call the deal off. */
export interface AskCancel extends DealAct {
  readonly kind: 'p2p.askCancel';
}
export interface AnswerCancel extends DealAct {
  readonly kind: 'p2p.answerCancel';
  readonly accepts: boolean;
}

export const APPEAL_REASONS = {
  buyer: ['notReleased', 'cancelledAfterPaying', 'other'],
  seller: ['notReceived', 'wrongAmount', 'otherPayer', 'paymentReversed', 'other'],
} as const;
export type Party = keyof typeof APPEAL_REASONS;
export type AppealReason = (typeof APPEAL_REASONS)[Party][number];

/**
 * Asks an operator to decide. A paid deal waits. For a deal that has ended, the coins that the
 * other side received are held, as far as it still has them.
 */
export interface OpenAppeal extends DealAct {
  readonly kind: 'p2p.appeal';
  readonly reason: AppealReason;
}

/** The other side has answered: a ruling may come. */
export interface AnswerAppeal {
  readonly kind: 'p2p.answerAppeal';
  readonly user: UserId;
  readonly appeal: AppealId;
  readonly key?: string;
}

export interface WithdrawAppeal {
  readonly kind: 'p2p.withdrawAppeal';
  readonly user: UserId;
  readonly appeal: AppealId;
  readonly key?: string;
}

/** Decides an appeal. Where two operators are needed, the second one repeats the first one's. */
export interface RuleAppeal {
  readonly kind: 'p2p.rule';
  readonly appeal: AppealId;
  /** Of the coins in question; the seller gets the rest. */
  readonly toBuyer: Amount;
  /**
   * The party at fault. The fault is counted, and a merchant at fault pays `bondCut` from the bond.
   */
  readonly fault: Party | 'nobody';
  /** Paid from that bond to the other side. */
  readonly bondCut: Amount;
  readonly operator: OperatorId;
}

/** Puts coins of the p2p wallet aside as a merchant's bond. */
export interface PostBond {
  readonly kind: 'p2p.bond';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly key?: string;
}

/** Takes the bond back. A merchant loses the mark by it. */
export interface ReturnBond {
  readonly kind: 'p2p.returnBond';
  readonly user: UserId;
  readonly key?: string;
}

/** Grants or ends the mark of a merchant. A merchant must have posted the bond. */
export interface GrantMerchant {
  readonly kind: 'p2p.merchant';
  readonly user: UserId;
  readonly isMerchant: boolean;
  readonly operator: OperatorId;
}

/** Blocks or unblocks a user. Two users make no deals while one of them blocks the other. */
export interface BlockTrader {
  readonly kind: 'p2p.block';
  readonly user: UserId;
  readonly other: UserId;
  readonly isBlocked: boolean;
  readonly key?: string;
}

/** An operator keeps a user from new ads and deals; open ones go on. */
export interface RestrictTrader {
  readonly kind: 'p2p.restrict';
  readonly trader: UserId;
  /** Engine time; one that has passed ends it. */
  readonly untilMs: number;
  readonly operator: OperatorId;
}

export type P2pCommand =
  | ListP2pTerms
  | SetFiatRate
  | PublishAd
  | EditAd
  | WithdrawAd
  | RemoveAd
  | PauseAd
  | OpenDeal
  | PayDeal
  | CancelDeal
  | ExtendDeal
  | ReleaseDeal
  | AskCancel
  | AnswerCancel
  | OpenAppeal
  | AnswerAppeal
  | WithdrawAppeal
  | RuleAppeal
  | PostBond
  | ReturnBond
  | GrantMerchant
  | BlockTrader
  | RestrictTrader;
