import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { MarginTerms, PositionId, PositionSide } from './margin-commands.ts';

/**
 * Reason of a posting of margin trading, besides the fee on opening. `profit` is paid by the house,
 * `loss` goes to it; `badDebt` is paid by insurance for a customer whose wallet is empty;
 * `liquidationFee` is paid to insurance.
 */
export type MarginReason =
  'profit' | 'loss' | 'overnight' | 'badDebt' | 'liquidationFee' | 'carriedLoss';

export interface MarginTermsSet {
  readonly type: 'marginTermsSet';
  readonly terms: MarginTerms;
}

/** An order waits for the index (status 0 on the wire). */
export interface MarginOrderPlaced {
  readonly type: 'marginOrderPlaced';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  /** The index that it waits for; 0 for a market order, which waits for a younger index. */
  readonly priceTicks: number;
  /**
   * Its entry price with the spread: at the present index for a market order or a limit already
   * reached, else at its limit.
   */
  readonly entryTicks: number;
  /** Quote units that one tick times one lot is worth. */
  readonly unit: Amount;
  /**
   * Held until it is filled: margin and fee at the dearest index that it fills at (`heldTicks`).
   */
  readonly margin: Amount;
  readonly fee: Amount;
  /** Stops of the position that it becomes; 0 for none. */
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly isIsolated: boolean;
}

/**
 * Why an order ended without a position. `cancelled`: by its owner. `liquidation`, `cover`: losses
 * of the account needed its hold. `exposure`, `house`: at its price, the limit of the market or the
 * money of the house could not take it. `margin`: under the first rules the account could not pay
 * for it; since then only where no price or value is possible. `slippage`: the price had moved too
 * far. `timeout`: no younger index came in time.
 */
export type MarginOrderEnd =
  'cancelled' | 'liquidation' | 'cover' | 'margin' | 'exposure' | 'house' | 'slippage' | 'timeout';

export interface MarginOrderCancelled {
  readonly type: 'marginOrderCancelled';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: MarginOrderEnd;
}

/** A position was opened (status 1), from a waiting order or at once. */
export interface PositionOpened {
  readonly type: 'positionOpened';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly leverage: number;
  readonly lots: number;
  /** The index at its opening. */
  readonly indexTicks: number;
  /** The index with the spread: the price that profit is computed from. */
  readonly entryTicks: number;
  /** Entry price x lots x lot size, in quote units. */
  readonly value: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  readonly maintenancePercent: number;
  /** Quote units that one tick times one lot is worth. */
  readonly unit: Amount;
  /** Whether it has a margin of its own, and the account pays nothing else for it. */
  readonly isIsolated: boolean;
}

/** Margin was added to an isolated position, or taken back. */
export interface IsolatedMarginChanged {
  readonly type: 'isolatedMarginChanged';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  /** Below zero for margin that was taken back. */
  readonly change: Amount;
  /** Margin beyond the initial one, after the change. */
  readonly added: Amount;
}

/** Its owner wants added margin back; it waits for a younger index. */
export interface MarginRemovalAsked {
  readonly type: 'marginRemovalAsked';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly amount: Amount;
}

/**
 * Added margin stays. `short`: at the younger index the position needs it. `timeout`: no such index
 * came in time.
 */
export interface MarginRemovalEnded {
  readonly type: 'marginRemovalEnded';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: 'short' | 'timeout';
}

export interface StopsSet {
  readonly type: 'stopsSet';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  /** 0 for none. */
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
}

/**
 * A midnight passed. The fee so far is taken when the position closes, and counts as a loss until
 * then.
 */
export interface OvernightAccrued {
  readonly type: 'overnightAccrued';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  /** For all nights so far. */
  readonly overnight: Amount;
}

/**
 * Its owner has requested the close of a position; it waits for a younger index and is open until
 * then.
 */
export interface PositionClosing {
  readonly type: 'positionClosing';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  /** Lots that the request names: a part of the position, or all of it. */
  readonly lots: number;
}

/**
 * Why a requested close was not made. `cancelled`: by its owner. `timeout`: no younger index came
 * in time. Others: the other side of a reversal could not be opened, for the reasons of an order.
 */
export type CloseEnd = 'cancelled' | 'timeout' | 'slippage' | 'margin' | 'exposure' | 'house';

/** A requested close ended and the position stays open. */
export interface PositionCloseEnded {
  readonly type: 'positionCloseEnded';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: CloseEnd;
}

/**
 * Why a position ended. `closed`: by its owner. `limit`: by its owner, at a price named before.
 * `reversed`: by its owner, who has the other side now.
 * `liquidated`: the account's margin ratio fell below
 * its maintenance. `cover`: another position of the account closed with a loss that only this one
 * could pay.
 */
export type PositionEnd =
  'closed' | 'limit' | 'reversed' | 'takeProfit' | 'stopLoss' | 'liquidated' | 'cover';

export interface PositionClosed {
  readonly type: 'positionClosed';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: PositionEnd;
  /** The index of the tick that closed it. */
  readonly closeTicks: number;
  /** The user's actual profit (a loss below zero), without the overnight fee. */
  readonly profit: Amount;
  /** Fee taken for the nights. */
  readonly overnight: Amount;
  /** Part of the loss that the user could not pay: paid by insurance, then borne by the house. */
  readonly badDebt: Amount;
  readonly insured: Amount;
  /**
   * Part of the profit that neither house nor insurance could pay: the house owes it (cut under the
   * first rules).
   */
  readonly unpaid: Amount;
  /** Fee of a liquidation, paid to insurance. */
  readonly liquidationFee: Amount;
}

/** A close waits until the index is at its price; the position is open until then. */
export interface LimitCloseSet {
  readonly type: 'limitCloseSet';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly lots: number;
  readonly priceTicks: number;
}

/**
 * A close with a price waits no more. `filled`: its price came, and it is made. `cancelled`: by its
 * owner. `asked`: its price came, and its loss needs more than its margin, so a close without a
 * price was requested instead. Where its position ends otherwise, it ends with it and says nothing.
 */
export interface LimitCloseEnded {
  readonly type: 'limitCloseEnded';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: 'filled' | 'cancelled' | 'asked';
}

/** Why a part of a position ended. `closed`: by its owner. `limit`: by its owner, at a price. */
export type ReductionReason = 'closed' | 'limit';

/** A part of a position was closed at the index; the rest stays open at the same entry price. */
export interface PositionReduced {
  readonly type: 'positionReduced';
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: ReductionReason;
  /** Lots that were closed, and lots that stay open. */
  readonly lots: number;
  readonly lotsLeft: number;
  /** The index of the tick that closed them. */
  readonly closeTicks: number;
  /** The user's actual profit from the part (a loss below zero), without the overnight fee. */
  readonly profit: Amount;
  /** Fee taken for the nights of the part. */
  readonly overnight: Amount;
  /** Parts of the profit that insurance paid for the house, and that the house owes. */
  readonly insured: Amount;
  readonly unpaid: Amount;
  /** Margin of the rest, the margin that was added to it, and the fee for its nights so far. */
  readonly marginLeft: Amount;
  readonly addedLeft: Amount;
  readonly overnightLeft: Amount;
  /** Lots that a requested close still names; 0 without one. */
  readonly closingLots: number;
}

/**
 * The house's debt to a user changed: for a profit that it could not pay, or by a later payment.
 */
export interface HouseDebtChanged {
  readonly type: 'houseDebtChanged';
  readonly position: PositionId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** Paid now; 0 where the debt begins. */
  readonly paid: Amount;
  /** Still owed for this position, all its parts together. */
  readonly owed: Amount;
}

/** A customer's unpaid loss, as the books of the exchange record it. */
export interface BadDebt {
  readonly type: 'badDebt';
  readonly position: PositionId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** Parts of the amount: paid by insurance, not received by the house. */
  readonly insured: Amount;
  readonly house: Amount;
}

export type MarginEvent =
  | MarginTermsSet
  | MarginOrderPlaced
  | MarginOrderCancelled
  | PositionOpened
  | StopsSet
  | PositionClosing
  | PositionCloseEnded
  | LimitCloseSet
  | LimitCloseEnded
  | IsolatedMarginChanged
  | MarginRemovalAsked
  | MarginRemovalEnded
  | OvernightAccrued
  | PositionReduced
  | PositionClosed
  | BadDebt
  | HouseDebtChanged;
