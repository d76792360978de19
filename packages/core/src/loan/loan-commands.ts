import type { Amount } from '@meridian/money/amount';
import type { QuoteId } from '../convert/convert-commands.ts';
import type { ProductId } from '../earn/earn-commands.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

/** 1 to 1,023. */
export type OfferId = number;
export type LoanId = number;

/**
 * Terms at which a loan is made. Ratios are of the debt to the collateral's worth (LTV), in basis
 * points.
 */
export interface LoanTerms {
  /** Interest of an hour that has begun, in parts per billion of the principal, 1 to 10,000,000. */
  readonly ratePpb: number;
  /** The part of the interest that goes to the insurance, 0 to 5,000. The rest pays the savers. */
  readonly fundBps: number;
  /** The highest LTV of a new loan, 1,000 to 8,000: a liquidation restores it. */
  readonly initialBps: number;
  /** Three warnings, rising, above `initialBps`. */
  readonly warnBps: readonly [number, number, number];
  /** Collateral is sold from here on: above the last warning, at most 9,500. */
  readonly liquidationBps: number;
  /** Fee of a liquidation, of the proceeds of the sale, 0 to 500. It goes to the insurance. */
  readonly feeBps: number;
  /** The furthest below the index that collateral is sold, 10 to 2,000. */
  readonly boundBps: number;
}

/** Loans of one coin against another. */
export interface LoanOffer {
  readonly id: OfferId;
  /** Its base is the collateral, its quote the coin that is lent. */
  readonly market: MarketId;
  /** The savings that lend. */
  readonly product: ProductId;
  /** Bounds of the principal. */
  readonly min: Amount;
  readonly max: Amount;
  readonly terms: LoanTerms;
  readonly isOpen: boolean;
}

/** Lists an offer, or replaces it for loans to come: a loan keeps its terms. */
export interface ListLoanOffer {
  readonly kind: 'loan.offer';
  readonly offer: LoanOffer;
}

/** Borrows from savers against coins of the spot wallet, which stay there and are held. */
export interface Borrow {
  readonly kind: 'loan.borrow';
  readonly user: UserId;
  readonly offer: OfferId;
  readonly collateral: Amount;
  readonly amount: Amount;
  readonly key?: string;
}

/** Pays interest first, then principal: from the spot wallet, or by a quote for the collateral. */
export interface RepayLoan {
  readonly kind: 'loan.repay';
  readonly user: UserId;
  readonly loan: LoanId;
  /** 0 for all that is owed. With a quote 0. */
  readonly amount: Amount;
  /** An open quote of the user that converts the collateral into the coin of the loan. */
  readonly quote?: QuoteId;
  readonly key?: string;
}

export interface MoveCollateral {
  readonly kind: 'loan.collateral';
  readonly user: UserId;
  readonly loan: LoanId;
  readonly direction: 'add' | 'remove';
  readonly amount: Amount;
  readonly key?: string;
}

/** The house pays principal that a loan without collateral still owes its savers. */
export interface CoverLoan {
  readonly kind: 'loan.cover';
  readonly loan: LoanId;
}

export type LoanCommand = ListLoanOffer | Borrow | RepayLoan | MoveCollateral | CoverLoan;

/** The coins of a loan. */
export interface LoanPair {
  readonly collateral: CurrencyId;
  readonly currency: CurrencyId;
}
