import type { Amount } from '@meridian/money/amount';
import type { ProductId } from '../earn/earn-commands.ts';
import type { MarketId, OrderId, UserId } from '../ids.ts';
import type { LoanId, LoanOffer, LoanPair, LoanTerms, OfferId } from './loan-commands.ts';

/**
 * Reason of a posting of loans: principal lent (`loan`) and repaid, interest, the fee of a
 * liquidation, principal that others paid for a borrower (`loanLoss`).
 */
export type LoanReason = 'loan' | 'loanRepaid' | 'loanInterest' | 'loanFee' | 'loanLoss';

export interface LoanOfferListed {
  readonly type: 'loanOfferListed';
  readonly offer: LoanOffer;
}

/** `lost`: nothing is left to sell, and savers still miss principal. */
export type LoanState = 'active' | 'repaid' | 'liquidated' | 'lost';

/** A loan with the terms that it was made at. */
export interface Loan extends LoanPair {
  readonly id: LoanId;
  readonly user: UserId;
  readonly offer: OfferId;
  readonly market: MarketId;
  readonly product: ProductId;
  readonly terms: LoanTerms;
  readonly state: LoanState;
  /** Held in the borrower's spot wallet. */
  readonly pledged: Amount;
  readonly principal: Amount;
  readonly openedMs: number;
  /** Interest is fixed up to here; each hour that begins from here on costs the rate. */
  readonly sinceMs: number;
  /** Fixed and unpaid interest, in billionths of a unit. */
  readonly interestPpb: bigint;
  /** Warnings that stand, 0 to 3. */
  readonly warnings: number;
}

/** The loan as it is after something happened to it. */
export interface LoanChanged {
  readonly type: 'loanChanged';
  readonly cause: 'borrowed' | 'repaid' | 'added' | 'removed' | 'calmed' | 'covered';
  /** Coins that moved: principal, or collateral. */
  readonly amount: Amount;
  /** Interest that was paid. */
  readonly interest: Amount;
  readonly loan: Loan;
}

/** The LTV reached a level of warnings. */
export interface LoanWarned {
  readonly type: 'loanWarned';
  /** 1 to 3. */
  readonly warning: number;
  readonly markTicks: number;
  readonly debt: Amount;
  readonly loan: Loan;
}

/** A part of the collateral was sold through the book, by an order in the borrower's name. */
export interface LoanLiquidated {
  readonly type: 'loanLiquidated';
  readonly order: OrderId;
  /** Collateral that was offered, and that was sold. */
  readonly offered: Amount;
  readonly sold: Amount;
  /** Proceeds of the sale after the fee of the trade, and the fee of the liquidation. */
  readonly proceeds: Amount;
  readonly fee: Amount;
  readonly interest: Amount;
  readonly repaid: Amount;
  readonly markTicks: number;
  readonly loan: Loan;
}

/**
 * Nothing is left to sell. The principal that was still owed, by payer, and the part that nobody
 * paid.
 */
export interface LoanLost {
  readonly type: 'loanLost';
  readonly byInsurance: Amount;
  readonly bySource: Amount;
  readonly byHouse: Amount;
  readonly missing: Amount;
  readonly loan: Loan;
}

export type LoanEvent = LoanOfferListed | LoanChanged | LoanWarned | LoanLiquidated | LoanLost;
