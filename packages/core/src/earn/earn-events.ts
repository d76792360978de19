import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { EarnKind, EarnProduct, LockId, ProductId } from './earn-commands.ts';

/**
 * Reason of a posting of earning products: money between the house and a product's source
 * (`earnBudget`), interest, interest that an early end gives back (`earnForfeit`), principal into
 * and out of savings.
 */
export type EarnReason = 'earnBudget' | 'interest' | 'earnForfeit' | 'savings';

export interface EarnProductListed {
  readonly type: 'earnProductListed';
  readonly product: EarnProduct;
}

/** The source of a product changed by something else than interest to customers. */
export interface EarnFunded {
  readonly type: 'earnFunded';
  readonly product: ProductId;
  readonly currency: CurrencyId;
  /** `budget`: operators. `loans`: interest that borrowers paid. */
  readonly cause: 'budget' | 'loans';
  /** Below zero where the house took coins back. */
  readonly amount: Amount;
}

/** A lock with the terms that it was bought with. */
export interface Lock {
  readonly id: LockId;
  readonly user: UserId;
  readonly product: ProductId;
  readonly kind: Exclude<EarnKind, 'savings'>;
  readonly currency: CurrencyId;
  readonly principal: Amount;
  readonly ratePpb: number;
  readonly days: number;
  /** Null without early exit. */
  readonly earlyKeepBps: number | null;
  readonly boughtMs: number;
  /** Shanghai day, counted from the epoch, that is the first to earn. */
  readonly fromDay: number;
  /** Days whose interest is paid, and its sum. */
  readonly paidDays: number;
  readonly paid: Amount;
  readonly renews: boolean;
}

/** Coins were locked, and the interest of the whole term was reserved. */
export interface LockOpened {
  readonly type: 'lockOpened';
  readonly lock: Lock;
  /** Interest of the whole term. */
  readonly reserved: Amount;
  /** The lock that this one renews, 0 for none. */
  readonly renewsLock: LockId;
}

/** The interest of one day of a lock: at most once for a lock and a day. It stays locked. */
export interface InterestAccrued {
  readonly type: 'interestAccrued';
  readonly lock: LockId;
  readonly user: UserId;
  readonly product: ProductId;
  readonly currency: CurrencyId;
  /** The Shanghai day that it is for, counted from the epoch. */
  readonly day: number;
  readonly paidDays: number;
  readonly amount: Amount;
  /** All interest of the lock so far. */
  readonly paid: Amount;
}

export interface LockRenewalSet {
  readonly type: 'lockRenewalSet';
  readonly lock: LockId;
  readonly user: UserId;
  readonly renews: boolean;
}

/** The term is over, or its owner or a debt ended it early. Principal and interest are free. */
export interface LockEnded {
  readonly type: 'lockEnded';
  readonly lock: LockId;
  readonly user: UserId;
  readonly product: ProductId;
  readonly kind: Exclude<EarnKind, 'savings'>;
  readonly currency: CurrencyId;
  readonly cause: 'matured' | 'exited' | 'collected';
  readonly principal: Amount;
  /** Interest that its owner keeps. */
  readonly interest: Amount;
  /** Interest that went back to the source. */
  readonly forfeited: Amount;
  /** The lock that renews it, 0 for none. */
  readonly renewedBy: LockId;
}

/** Holdings of a user in a savings product. */
export interface Saving {
  readonly user: UserId;
  readonly product: ProductId;
  readonly currency: CurrencyId;
  /** Principal that earns, and principal that begins to earn after the day `pendingDay`. */
  readonly earning: Amount;
  readonly pending: Amount;
  readonly pendingDay: number;
  /**
   * The index from which `earning` and `pending` have earned since, and the interest from before.
   */
  readonly entryIndex: bigint;
  readonly pendingIndex: bigint;
  /** Billionths of a unit. */
  readonly accruedPpb: bigint;
}

/** Coins went into savings or out of them. `collected`: for a debt of their owner. */
export interface SavingChanged {
  readonly type: 'savingChanged';
  readonly cause: 'saved' | 'auto' | 'redeemed' | 'collected';
  /** Principal that moved. */
  readonly amount: Amount;
  /** Interest that was paid with it. */
  readonly interest: Amount;
  readonly saving: Saving;
}

/** A Shanghai day of a savings product is over, and the next one has its rate. */
export interface SavingsDayEnded {
  readonly type: 'savingsDayEnded';
  readonly product: ProductId;
  readonly currency: CurrencyId;
  /** The day that is over, counted from the epoch. */
  readonly day: number;
  readonly ratePpb: number;
  /** Principal that earned, and the interest that left the source for it. */
  readonly earned: Amount;
  readonly paid: Amount;
  /** Sum of the rates of all days so far: the interest of a unit in billionths. */
  readonly index: bigint;
  /**
   * The rate of the day that begins: its interest is reserved by the source; at most the wanted
   * rate.
   */
  readonly nextRatePpb: number;
  readonly nextEarning: Amount;
}

export interface AutoSaveSet {
  readonly type: 'autoSaveSet';
  readonly user: UserId;
  readonly product: ProductId;
  readonly isOn: boolean;
  readonly keep: Amount;
}

export type EarnEvent =
  | EarnProductListed
  | EarnFunded
  | LockOpened
  | InterestAccrued
  | LockRenewalSet
  | LockEnded
  | SavingChanged
  | SavingsDayEnded
  | AutoSaveSet;
