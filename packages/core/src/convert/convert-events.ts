import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { ConvertTerms, PlanId, QuoteId, StartPlan } from './convert-commands.ts';

/** Reason of a posting of conversions: a conversion, and money between the house and the desk. */
export type ConvertReason = 'convert' | 'convertBudget';

export interface ConvertTermsListed {
  readonly type: 'convertTermsListed';
  readonly terms: ConvertTerms;
}

export interface ConvertDeskFunded {
  readonly type: 'convertDeskFunded';
  readonly currency: CurrencyId;
  /** Below zero where the house took coins back. */
  readonly amount: Amount;
}

/** Two amounts that are exchanged, and how they compare with the index. */
export interface Conversion {
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  /** Amounts that the customer gives, rounded up, and receives, rounded down. */
  readonly paid: Amount;
  readonly received: Amount;
  /** Units, 0 or 1, that the roundings cost the customer: they go to `rounding`. */
  readonly paidRounding: Amount;
  readonly receivedRounding: Amount;
  /**
   * Distance of the price from the index, against the customer, rounded up; the same of the book
   * alone. Basis points.
   */
  readonly spreadBps: number;
  /** Null where the book has too little. */
  readonly bookBps: number | null;
}

/** A firm price. */
export interface Quote extends Conversion {
  readonly id: QuoteId;
  readonly user: UserId;
  readonly side: 'from' | 'to';
  readonly madeMs: number;
  /** It can be accepted before this time. */
  readonly expiresMs: number;
}

export interface QuoteMade {
  readonly type: 'quoteMade';
  readonly quote: Quote;
}

/** A quote ended: accepted, once, or by its time. */
export interface QuoteEnded {
  readonly type: 'quoteEnded';
  readonly cause: 'accepted' | 'expired';
  readonly quote: Quote;
}

/** A small balance was converted as a whole. */
export interface DustSwept {
  readonly type: 'dustSwept';
  readonly user: UserId;
  readonly conversion: Conversion;
}

/** A recurring purchase. */
export interface Plan extends Omit<StartPlan, 'kind' | 'key'> {
  readonly id: PlanId;
  readonly nextMs: number;
}

export interface PlanStarted {
  readonly type: 'planStarted';
  readonly plan: Plan;
}

/** Why a time of a plan was skipped. Nothing is made up for later. */
export type PlanSkip = 'spread' | 'balance' | 'price' | 'closed' | 'limit' | 'stopped' | 'missed';

/** A time of a plan came: it converted, or it was skipped. */
export interface PlanRan {
  readonly type: 'planRan';
  readonly plan: Plan;
  /** The time that it was for. */
  readonly dueMs: number;
  readonly conversion: Conversion | null;
  readonly skipped: PlanSkip | null;
}

export interface PlanEnded {
  readonly type: 'planEnded';
  readonly plan: Plan;
}

export type ConvertEvent =
  | ConvertTermsListed
  | ConvertDeskFunded
  | QuoteMade
  | QuoteEnded
  | DustSwept
  | PlanStarted
  | PlanRan
  | PlanEnded;
