import type { CurrencyId, UserId } from '../ids.ts';
import type { ConvertTerms, PlanId, QuoteId } from './convert-commands.ts';
import type { Plan, Quote } from './convert-events.ts';

/** Decimal digits of smallest units. */
type Text = string;
type WithText<T, Names extends keyof T> = Omit<T, Names> & { readonly [Name in Names]: Text };

/** See convert-commands.ts. */
export type SnapshotConvertTerms = WithText<
  ConvertTerms,
  'min' | 'max' | 'step' | 'hourLimit' | 'dust'
>;

/** A quote stays until its time is over, accepted or not. */
export interface SnapshotQuote extends WithText<
  Quote,
  'paid' | 'received' | 'paidRounding' | 'receivedRounding'
> {
  readonly isAccepted: boolean;
  /** The loan whose collateral alone the quote may convert. */
  readonly loan?: number;
}

export type SnapshotPlan = WithText<Plan, 'amount'>;

/** The amount of a currency that the desk gave in an hour of the clock, counted from the epoch. */
export interface SnapshotGiven {
  readonly currency: CurrencyId;
  readonly hour: number;
  readonly amount: Text;
}

/** The amount of a currency that quotes of an hour promised a user who did not accept them. */
export interface SnapshotUnused {
  readonly hour: number;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly received: Text;
}

/** By number, terms and hours by currency, unused quotes by user and currency. */
export interface SnapshotConvert {
  readonly nextQuote: QuoteId;
  readonly nextPlan: PlanId;
  readonly terms: readonly SnapshotConvertTerms[];
  readonly given: readonly SnapshotGiven[];
  readonly unused: readonly SnapshotUnused[];
  readonly quotes: readonly SnapshotQuote[];
  readonly plans: readonly SnapshotPlan[];
}
