import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

export type QuoteId = number;
export type PlanId = number;

/**
 * Terms at which a currency can be converted. Amounts are in its smallest units where nothing else
 * stands.
 */
export interface ConvertTerms {
  readonly currency: CurrencyId;
  /**
   * The market of the currency against the hub, in which its price is made. 0 for the hub itself:
   * the currency that all others are converted through.
   */
  readonly market: MarketId;
  /** The desk's part of each conversion, in basis points, 0 to 1,000. 0 for the hub. */
  readonly marginBps: number;
  /** The furthest that a price may be from the index, at least the margin, at most 2,000. */
  readonly capBps: number;
  /**
   * Bounds of the amount of it that one quote gives or receives, and the step of the amount that
   * the customer names.
   */
  readonly min: Amount;
  readonly max: Amount;
  readonly step: Amount;
  /** The most that the desk gives of it within an hour of the clock. */
  readonly hourLimit: Amount;
  /** A balance that is worth no more than this counts as dust. Units of the hub. */
  readonly dust: Amount;
  readonly isOpen: boolean;
}

/** Lists a currency for conversions, or replaces its terms. Open quotes stay as they are. */
export interface ListConvertTerms {
  readonly kind: 'convert.terms';
  readonly terms: ConvertTerms;
}

/** Moves coins between the house's spot wallet and the desk. */
export interface FundConvertDesk {
  readonly kind: 'convert.fund';
  readonly currency: CurrencyId;
  readonly direction: 'in' | 'out';
  readonly amount: Amount;
}

/** Asks for a firm price. The desk holds the amount that it promises until the quote ends. */
export interface AskQuote {
  readonly kind: 'convert.quote';
  readonly user: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  /** Which of the two amounts is given: the other one is the quote's. */
  readonly side: 'from' | 'to';
  readonly amount: Amount;
  /** The loan of the user whose collateral is to be converted: free coins are not needed then. */
  readonly loan?: number;
  readonly key?: string;
}

/** Converts at the amounts of an open quote, once. */
export interface AcceptQuote {
  readonly kind: 'convert.accept';
  readonly user: UserId;
  readonly quote: QuoteId;
  readonly key?: string;
}

/** Converts whole small balances at once, at the price of the moment. */
export interface SweepDust {
  readonly kind: 'convert.sweep';
  readonly user: UserId;
  readonly to: CurrencyId;
  /** 1 to 50, each once, rising. */
  readonly currencies: readonly CurrencyId[];
  /** Refused if less would be received. */
  readonly least: Amount;
  readonly key?: string;
}

export const PLAN_DAYS = [1, 7, 14, 30] as const;

/** Buys again and again: gives an amount each so many days. */
export interface StartPlan {
  readonly kind: 'convert.plan';
  readonly user: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  /** Given at each time. */
  readonly amount: Amount;
  readonly everyDays: (typeof PLAN_DAYS)[number];
  /** Minute of the Shanghai day, 0 to 1,439. */
  readonly minute: number;
  /** A time at which the price is further from the index than this is skipped. */
  readonly maxSpreadBps: number;
  readonly key?: string;
}

export interface EndPlan {
  readonly kind: 'convert.endPlan';
  readonly user: UserId;
  readonly plan: PlanId;
  readonly key?: string;
}

export type ConvertCommand =
  ListConvertTerms | FundConvertDesk | AskQuote | AcceptQuote | SweepDust | StartPlan | EndPlan;
