import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

/** See rebate-commands.ts. */
export interface RebateRatesSet {
  readonly type: 'rebateRatesSet';
  /** The first day that they hold for, in days of UTC since the epoch. */
  readonly day: number;
  readonly currency: CurrencyId;
  readonly ratesBps: readonly number[];
}

export interface RebateMemberSet {
  readonly type: 'rebateMemberSet';
  readonly user: UserId;
  /** '' where the user is no member any more. */
  readonly person: string;
  readonly inviter: UserId;
}

/** The price of a currency at the end of a day. */
export interface RebatePrice {
  readonly currency: CurrencyId;
  /** Its market with the currency of rebates, and the index of that. */
  readonly market: MarketId;
  readonly ticks: number;
}

export interface RebatesFunded {
  readonly type: 'rebatesFunded';
  readonly currency: CurrencyId;
  /** Below zero where the house took coins back. */
  readonly amount: Amount;
}

/** A day is over in which invitees paid fees. Its rebates are paid in the next commands. */
export interface RebateDayClosed {
  readonly type: 'rebateDayClosed';
  /** Days of UTC since the epoch. */
  readonly day: number;
  readonly currency: CurrencyId;
  readonly ratesBps: readonly number[];
  /** Fees in other currencies wait. */
  readonly prices: readonly RebatePrice[];
}

/** Currencies whose fees of a day waited have a price now. */
export interface RebateDayPriced {
  readonly type: 'rebateDayPriced';
  readonly day: number;
  readonly prices: readonly RebatePrice[];
}

/** Fees that had no price for a week are shared with nobody. */
export interface RebateFeesDropped {
  readonly type: 'rebateFeesDropped';
  readonly day: number;
  readonly payer: UserId;
  readonly fees: readonly RebateFee[];
}

export interface RebateFee {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** A share of one payer's fees of a day. */
export interface RebateLine {
  /** From 1, one for each line. */
  readonly line: number;
  /** 1 to 3. */
  readonly level: number;
  readonly user: UserId;
  readonly rateBps: number;
  readonly amount: Amount;
}

/** Fees of one payer and day are shared: each of them once. */
export interface RebateShared {
  readonly type: 'rebateShared';
  readonly day: number;
  readonly payer: UserId;
  /** That rebates are paid in. */
  readonly currency: CurrencyId;
  /** Those with a price. */
  readonly fees: readonly RebateFee[];
  /** Their worth in that currency, each rounded down. */
  readonly worth: Amount;
  readonly lines: readonly RebateLine[];
}

/** No fee of a day waits any more. */
export interface RebateDayPaid {
  readonly type: 'rebateDayPaid';
  readonly day: number;
}

export type RebateEvent =
  | RebateRatesSet
  | RebateMemberSet
  | RebatesFunded
  | RebateDayClosed
  | RebateDayPriced
  | RebateShared
  | RebateFeesDropped
  | RebateDayPaid;

export type RebateReason = 'rebate' | 'rebateBudget';
