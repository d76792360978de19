import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';

/** 1 to 1,023. */
export type ProductId = number;
export type LockId = number;

/**
 * `wealth` and `pledge` lock coins for a fixed term at a fixed rate. `savings` can be redeemed at
 * any time, at a rate that may change each day.
 */
export const EARN_KINDS = ['wealth', 'pledge', 'savings'] as const;
export type EarnKind = (typeof EARN_KINDS)[number];

/** A product that pays interest. Amounts are in smallest units of its currency. */
export interface EarnProduct {
  readonly id: ProductId;
  readonly kind: EarnKind;
  readonly currency: CurrencyId;
  /** Interest of a day, in parts per billion of the principal, 1 to 50,000,000 (5 %). */
  readonly ratePpb: number;
  /** Full Shanghai days of a term, 1 to 1,825. 0 for savings. */
  readonly days: number;
  /** Bounds of one purchase, both included. For savings `max` bounds all that a user has in it. */
  readonly min: Amount;
  readonly max: Amount;
  /** The most principal of all customers together. */
  readonly capacity: Amount;
  /** The most principal that may come in within one Shanghai day. */
  readonly dayQuota: Amount;
  /**
   * A lock that ends early keeps this part of the interest that it has been paid, in basis points,
   * 0 to 10,000. Absent: no early exit. Savings have none.
   */
  readonly earlyKeepBps?: number;
  /** Savings: the part of the principal that may be lent, in basis points, 0 to 9,000. Else 0. */
  readonly lendBps: number;
  readonly isOpen: boolean;
}

/**
 * Lists a product, or replaces it for purchases to come. Locks keep the terms that they were bought
 * with (E1); a new rate of savings holds from the next Shanghai midnight on.
 */
export interface ListEarnProduct {
  readonly kind: 'earn.product';
  readonly product: EarnProduct;
}

/**
 * Moves money between the house's spot wallet and the source that pays a product's interest. Only
 * coins that the source has not promised can be taken back.
 */
export interface FundEarnProduct {
  readonly kind: 'earn.fund';
  readonly product: ProductId;
  readonly direction: 'in' | 'out';
  readonly amount: Amount;
}

/** Locks coins of the spot wallet for the term of a product. */
export interface LockCoins {
  readonly kind: 'earn.lock';
  readonly user: UserId;
  readonly product: ProductId;
  readonly amount: Amount;
  /** Whether the principal is locked again when the term is over. */
  readonly renews: boolean;
  readonly key?: string;
}

/** Ends a lock before its term, where its terms allow that. */
export interface ExitLock {
  readonly kind: 'earn.exit';
  readonly user: UserId;
  readonly lock: LockId;
  readonly key?: string;
}

/** Changes whether a lock renews. */
export interface RenewLock {
  readonly kind: 'earn.renew';
  readonly user: UserId;
  readonly lock: LockId;
  readonly renews: boolean;
  readonly key?: string;
}

/** Moves coins of the spot wallet into savings. They earn from the next Shanghai midnight on. */
export interface SaveCoins {
  readonly kind: 'earn.save';
  readonly user: UserId;
  readonly product: ProductId;
  readonly amount: Amount;
  readonly key?: string;
}

/** Takes coins out of savings, with all interest so far. */
export interface RedeemSavings {
  readonly kind: 'earn.redeem';
  readonly user: UserId;
  readonly product: ProductId;
  /** Of the principal, 0 for all of it. */
  readonly amount: Amount;
  readonly key?: string;
}

/** After each Shanghai midnight, saves the coins of the spot wallet beyond an amount. */
export interface SetAutoSave {
  readonly kind: 'earn.auto';
  readonly user: UserId;
  readonly product: ProductId;
  readonly isOn: boolean;
  /** Stays in the spot wallet. */
  readonly keep: Amount;
  readonly key?: string;
}

export type EarnCommand =
  | ListEarnProduct
  | FundEarnProduct
  | LockCoins
  | ExitLock
  | RenewLock
  | SaveCoins
  | RedeemSavings
  | SetAutoSave;
