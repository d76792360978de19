import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { SaleId, SaleTerms } from './sale-commands.ts';

/**
 * `allotting`: the numbers are decided and paid out; `vesting`: some bought coins are not free yet.
 * A sale that is cancelled or missed gives everything back.
 */
export type SaleState =
  'announced' | 'open' | 'allotting' | 'vesting' | 'done' | 'cancelled' | 'missed';

/** Coins went to the account of a sale, or came back to the house. */
export interface SaleFunded {
  readonly type: 'saleFunded';
  readonly sale: SaleId;
  readonly currency: CurrencyId;
  /** `returned`: coins that a sale did not sell. */
  readonly cause: 'budget' | 'returned';
  /** Below zero for coins that left the account of the sale. */
  readonly amount: Amount;
}

/** See sale-commands.ts. */
export interface SaleAnnounced {
  readonly type: 'saleAnnounced';
  readonly terms: SaleTerms;
  /** SHA-256 of the canonical text, hexadecimal. */
  readonly hash: string;
}

export interface SaleOpened {
  readonly type: 'saleOpened';
  readonly sale: SaleId;
}

export interface SaleCancelled {
  readonly type: 'saleCancelled';
  readonly sale: SaleId;
  readonly operator: number;
  /** People who had committed something, and money as in `SaleDecided`: all of it is given back. */
  readonly entries: number;
  readonly committed: Amount;
  readonly demanded: Amount;
}

/** A user committed money, or more of it. */
export interface SaleCommitted {
  readonly type: 'saleCommitted';
  readonly sale: SaleId;
  /**
   * From 1 over all sales, given with a user's first commitment to a sale: of two equal remainders
   * the lower entry gets the lot.
   */
  readonly entry: number;
  readonly user: UserId;
  readonly person: string;
  readonly amount: Amount;
  /** With all that the entry had before. */
  readonly committed: Amount;
}

/** A commitment was lowered, or ended, because its user owes in that currency. */
export interface SaleCommitmentTaken {
  readonly type: 'saleCommitmentTaken';
  readonly sale: SaleId;
  readonly entry: number;
  readonly user: UserId;
  /** Whole lots, free again. */
  readonly amount: Amount;
  /** The rest of the commitment; 0: the entry is over. */
  readonly committed: Amount;
}

/** The end of a sale has come, and all its numbers are fixed. They are paid out one by one. */
export interface SaleDecided {
  readonly type: 'saleDecided';
  readonly sale: SaleId;
  readonly state: 'allotting' | 'missed';
  readonly entries: number;
  /** Money that was committed, and as much of it as the cap of each person lets be spent. */
  readonly committed: Amount;
  readonly demanded: Amount;
  /** Coins that are sold, and money that is paid for them. */
  readonly sold: Amount;
  readonly paid: Amount;
  /** Coins that nobody gets: they are the house's again. */
  readonly unsold: Amount;
}

/** An entry is paid out, or given back: once. */
export interface SaleSettled {
  readonly type: 'saleSettled';
  readonly sale: SaleId;
  readonly entry: number;
  readonly user: UserId;
  readonly committed: Amount;
  /** Coins that were bought. */
  readonly allotted: Amount;
  readonly paid: Amount;
  readonly refunded: Amount;
  /** Coins that are free now, and those that are free later. */
  readonly free: Amount;
  readonly bound: Amount;
}

/** Instalments of bought coins are free. */
export interface SaleVested {
  readonly type: 'saleVested';
  readonly sale: SaleId;
  readonly entry: number;
  readonly user: UserId;
  /** The last of them, from 1. */
  readonly instalment: number;
  readonly amount: Amount;
  /** Coins that are not free yet. */
  readonly left: Amount;
}

/** All entries of a sale are paid out, and some coins are not free yet. */
export interface SaleVesting {
  readonly type: 'saleVesting';
  readonly sale: SaleId;
}

/** Nothing is left to be done: everything is paid, free, or given back. */
export interface SaleEnded {
  readonly type: 'saleEnded';
  readonly sale: SaleId;
  readonly state: 'done' | 'cancelled' | 'missed';
}

export type SaleEvent =
  | SaleFunded
  | SaleAnnounced
  | SaleOpened
  | SaleCancelled
  | SaleCommitted
  | SaleCommitmentTaken
  | SaleDecided
  | SaleSettled
  | SaleVested
  | SaleVesting
  | SaleEnded;

export type SaleReason = 'sale' | 'saleBudget';
