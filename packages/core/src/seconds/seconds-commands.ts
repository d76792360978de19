import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';

export type TicketId = number;
export type OfferId = number;
export type PolicyId = number;
export type Direction = 'up' | 'down';

/** A time that a ticket may run, with its payout. */
export interface Duration {
  /** 1 to 86,400. */
  readonly seconds: number;
  /** Profit of a won ticket beside its stake, in basis points of the stake, 1 to 100,000. */
  readonly payoutBps: number;
  /** Bounds of a stake, both included. */
  readonly minStake: Amount;
  readonly maxStake: Amount;
}

/**
 * Terms of tickets on a market for stakes in one currency. Amounts are in smallest units of that
 * currency.
 */
export interface SecondsTerms {
  readonly market: MarketId;
  readonly currency: CurrencyId;
  /** Of the stake, in basis points, 0 to 1,000. Charged when a ticket is won or lost. */
  readonly feeBps: number;
  /** Stakes that are proposed, up to 12. */
  readonly amounts: readonly Amount[];
  /** 1 to 12, by seconds, no two alike. */
  readonly durations: readonly Duration[];
  /** The most that all open tickets of this market and currency together may win from the house. */
  readonly exposureCap: Amount;
  readonly isOpen: boolean;
  /**
   * A ticket opens at the first index whose quotes are all younger than its command by more than
   * this, 0 to 10,000 ms. Absent: 100.
   */
  readonly openDelayMs?: number;
  /**
   * Fewer venues in the index open nothing: a command on such an index is refused, and a ticket
   * waits past it for its open price. Settling does not ask. 1 to 100, 1 without it.
   */
  readonly minSources?: number;
}

/**
 * Lists terms, or replaces them for tickets to come. Open tickets keep the terms that they were
 * opened with (S3).
 */
export interface ListSecondsTerms {
  readonly kind: 'seconds.terms';
  readonly terms: SecondsTerms;
}

/**
 * Opens a ticket: the price will be higher (or lower) after so many seconds than it is at the first
 * tick quoted after now. Neither a price nor a ratio is part of it: both are the exchange's own
 * (S6). The terms that the customer saw can only lead to a rejection.
 */
export interface OpenTicket {
  readonly kind: 'seconds.open';
  readonly user: UserId;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly stake: Amount;
  readonly direction: Direction;
  readonly seconds: number;
  /** Payout and fee that the customer saw. Refused where the terms have others; absent: unseen. */
  readonly seenPayoutBps?: number;
  readonly seenFeeBps?: number;
  readonly key?: string;
}

/** An insurance on the results of tickets in one currency. */
export interface InsuranceOffer {
  /** 1 to 1,023. */
  readonly id: OfferId;
  readonly currency: CurrencyId;
  /** Price of the insurance, in basis points of the insured amount, 1 to 10,000. */
  readonly premiumBps: number;
  /** Part of a loss that is paid, in basis points, 1 to 10,000. */
  readonly coverBps: number;
  readonly minInsured: Amount;
  readonly maxInsured: Amount;
  /** How many times 24 hours it lasts, 1 to 90. */
  readonly days: number;
  readonly isOpen: boolean;
}

/** Lists an insurance, or replaces it for policies to come. Its currency never changes. */
export interface ListInsurance {
  readonly kind: 'seconds.listInsurance';
  readonly offer: InsuranceOffer;
}

/** Buys an insurance. One policy of a user and currency runs at a time. */
export interface Insure {
  readonly kind: 'seconds.insure';
  readonly user: UserId;
  readonly offer: OfferId;
  /** The insured amount, which the seconds wallet must have beside the premium. */
  readonly amount: Amount;
  readonly key?: string;
}

/** Ends the own policy early: nothing of the premium comes back. */
export interface EndInsurance {
  readonly kind: 'seconds.endInsurance';
  readonly user: UserId;
  readonly policy: PolicyId;
  readonly key?: string;
}

/**
 * Limits the loss of the own tickets in a currency in a day (UTC): stakes and fees of the tickets
 * settled on it, less their payouts, never below zero, with all that open tickets could lose. A
 * lower limit holds at once, a higher one or none after 24 hours.
 */
export interface LimitLoss {
  readonly kind: 'seconds.limitLoss';
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** Absent: no limit. */
  readonly amount?: Amount;
  readonly key?: string;
}

/**
 * Limits the time from the first ticket of a day (UTC) on in which tickets are opened. As with the
 * loss, a stricter limit holds at once and a looser one after 24 hours.
 */
export interface LimitTime {
  readonly kind: 'seconds.limitTime';
  readonly user: UserId;
  /** 1 to 1,440. Absent: no limit. */
  readonly minutes?: number;
  readonly key?: string;
}

/**
 * Begins a break, in which no ticket is opened; from 183 days on it is a self-exclusion. No command
 * ends it early, and another one can only lengthen it.
 */
export interface BeginBreak {
  readonly kind: 'seconds.beginBreak';
  readonly user: UserId;
  /** 1, 7, 30, 183, 365 or 1,826 times 24 hours. */
  readonly days: number;
  readonly key?: string;
}

export type SecondsCommand =
  | ListSecondsTerms
  | OpenTicket
  | ListInsurance
  | Insure
  | EndInsurance
  | LimitLoss
  | LimitTime
  | BeginBreak;
