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
 * Why seconds contracts moved money: a lost stake or a won profit, the price of an insurance, what
 * it paid. `claimReserve` moves between the two accounts of the insurance: what policies could
 * claim is kept apart.
 */
export type SecondsReason = 'ticket' | 'premium' | 'claim' | 'claimReserve';

export interface SecondsTermsListed {
  readonly type: 'secondsTermsListed';
  readonly terms: SecondsTerms;
}

/**
 * A ticket was opened: the stake and the fee are held, and the rule that it will be settled by is
 * fixed. It waits for its open price.
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
  /** Older than this at `dueMs`, the last tick settles nothing: the ticket is void. */
  readonly maxTickAgeMs: number;
  /**
   * By how much the quotes of its open price must be younger than this. Null under the first rules:
   * the tick itself, by 100 ms or more.
   */
  readonly openDelayMs: number | null;
  /** How many venues the index of its open price is made of at least. */
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
 * `drawn`: both prices are equal. `void`: no tick, or none that was fresh, tells the outcome. Both
 * give all back.
 */
export type TicketResult = 'won' | 'lost' | 'drawn' | 'void';

/** A ticket ended, once. Its outcome follows from the two ticks and what `ticketOpened` fixed. */
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
  /** What was charged, 0 unless won or lost. */
  readonly fee: Amount;
  /** What the user won, or lost of the stake (below zero). */
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

/** A loss was covered. The count of the policy begins anew. */
export interface ClaimPaid {
  readonly type: 'claimPaid';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** The loss that it was for, at most the insured amount. */
  readonly loss: Amount;
  /** What was paid at once: less than due only where the insurance had no more. */
  readonly amount: Amount;
  /** The rest. It is paid before anything else, from what comes in next. */
  readonly owed: Amount;
}

/** A claim, or a part of it, that the insurance owed. */
export interface OwedClaimPaid {
  readonly type: 'owedClaimPaid';
  readonly policy: PolicyId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** What of that claim is still owed. */
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

export type SecondsEvent =
  | SecondsTermsListed
  | TicketOpened
  | TicketStarted
  | TicketClosed
  | InsuranceListed
  | PolicyBought
  | ClaimPaid
  | OwedClaimPaid
  | PolicyEnded;
