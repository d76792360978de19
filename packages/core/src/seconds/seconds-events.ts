import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type {
  Direction,
  InsuranceOffer,
  OfferId,
  PolicyId,
  SecondsTerms,
  TicketId,
} from './seconds-commands.ts';

/**
 * Reason of a posting of seconds contracts: a lost stake or a won profit, the price of an
 * insurance, a claim. `claimReserve` moves between the two accounts of the insurance, because
 * reserves for claims are kept apart.
 */
export type SecondsReason = 'ticket' | 'premium' | 'claim' | 'claimReserve';

export interface SecondsTermsListed {
  readonly type: 'secondsTermsListed';
  readonly terms: SecondsTerms;
}

/**
 * A ticket was opened: stake and fee are held, and the rule of its settlement is fixed. It waits
 * for its open price.
 */
export interface TicketOpened {
  readonly type: 'ticketOpened';
  readonly ticket: TicketId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: Amount;
  /** Charged if it is won or lost. */
  readonly fee: Amount;
  readonly feeBps: number;
  /** Earned if it is won. */
  readonly profit: Amount;
  readonly payoutBps: number;
  /** Opening time plus seconds, engine time. */
  readonly dueMs: number;
  /** Milliseconds. If the last tick is older than this at `dueMs`, the ticket is void. */
  readonly maxTickAgeMs: number;
  /**
   * Milliseconds by which the quotes of its open price must be younger than the opening. Null under
   * the first rules: the tick itself, by 100 ms or more.
   */
  readonly openDelayMs: number | null;
  /** The fewest venues that the index of its open price needs. */
  readonly minSources: number;
  /** The policy that its result counts for, 0 for none. */
  readonly policy: PolicyId;
}

/** The first tick that counts for the ticket came: its open price. */
export interface TicketStarted {
  readonly type: 'ticketStarted';
  readonly ticket: TicketId;
  readonly user: UserId;
  readonly market: MarketId;
  /** Sequence number of the `index.set` command. */
  readonly openTick: number;
  readonly openTicks: number;
}

/**
 * `drawn`: both prices are equal. `void`: no tick, or no fresh one, decides the outcome. Both
 * return stake and fee.
 */
export type TicketResult = 'won' | 'lost' | 'drawn' | 'void';

/**
 * A ticket ended, once. Its outcome follows from the two ticks and the terms that `ticketOpened`
 * fixed.
 */
export interface TicketClosed {
  readonly type: 'ticketClosed';
  readonly ticket: TicketId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly result: TicketResult;
  /** Sequence numbers and prices of both ticks; 0 where there was none. */
  readonly openTick: number;
  readonly openTicks: number;
  readonly settleTick: number;
  readonly settleTicks: number;
  /** Fee charged, 0 unless won or lost. */
  readonly fee: Amount;
  /** The user's profit, or the lost stake (below zero). */
  readonly profit: Amount;
}

export interface InsuranceListed {
  readonly type: 'insuranceListed';
  readonly offer: InsuranceOffer;
}

export interface PolicyBought {
  readonly type: 'policyBought';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly offer: OfferId;
  readonly currency: CurrencyId;
  readonly insured: Amount;
  readonly premium: Amount;
  readonly coverBps: number;
  readonly endsMs: number;
}

/** A loss was covered. The policy's count begins anew. */
export interface ClaimPaid {
  readonly type: 'claimPaid';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** The covered loss, at most the insured amount. */
  readonly loss: Amount;
  /** Amount paid at once: less than due only if the insurance had no more. */
  readonly amount: Amount;
  /** The rest. It is paid before anything else, from the next money that comes in. */
  readonly owed: Amount;
}

/** A claim, or a part of it, that the insurance owed. */
export interface OwedClaimPaid {
  readonly type: 'owedClaimPaid';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** The unpaid rest of that claim. */
  readonly owed: Amount;
}

/** `gain`: the tickets won as much as was insured. `cancelled`: by its owner, before its time. */
export type PolicyEnd = 'gain' | 'expired' | 'cancelled';

export interface PolicyEnded {
  readonly type: 'policyEnded';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly reason: PolicyEnd;
}

/**
 * A limit of the day's loss in a currency, as its owner left it. `limit` holds now, and `next` in
 * its place from `nextAtMs` on, if that is not 0. Null: no limit.
 */
export interface LossLimitSet {
  readonly type: 'lossLimitSet';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly limit: Amount | null;
  readonly next: Amount | null;
  readonly nextAtMs: number;
}

/** The same of the day's minutes. */
export interface TimeLimitSet {
  readonly type: 'timeLimitSet';
  readonly user: UserId;
  readonly limit: number | null;
  readonly next: number | null;
  readonly nextAtMs: number;
}

/** No ticket of the user is opened before `endsMs`, later than any end before. */
export interface BreakBegun {
  readonly type: 'breakBegun';
  readonly user: UserId;
  readonly days: number;
  readonly endsMs: number;
}

export type SecondsEvent =
  | SecondsTermsListed
  | TicketOpened
  | TicketStarted
  | TicketClosed
  | InsuranceListed
  | PolicyBought
  | ClaimPaid
  | OwedClaimPaid
  | PolicyEnded
  | LossLimitSet
  | TimeLimitSet
  | BreakBegun;
