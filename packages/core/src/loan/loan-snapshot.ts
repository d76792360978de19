import type { LoanId, LoanOffer } from './loan-commands.ts';
import type { Loan } from './loan-events.ts';

/** Decimal digits of smallest units, or of billionths of them. */
type Text = string;
type WithText<T, Names extends keyof T> = Omit<T, Names> & { readonly [Name in Names]: Text };

/** See loan-commands.ts. */
export type SnapshotLoanOffer = WithText<LoanOffer, 'min' | 'max'>;

/** See loan-events.ts. A loan that is repaid or liquidated is not in the state. */
export interface SnapshotLoan extends WithText<Loan, 'pledged' | 'principal' | 'interestPpb'> {
  /** See loan/loan-book.ts. */
  readonly watchedMs: number;
  readonly hourMs: number;
}

/** By number. */
export interface SnapshotLoans {
  readonly nextLoan: LoanId;
  readonly offers: readonly SnapshotLoanOffer[];
  readonly loans: readonly SnapshotLoan[];
}
