import type { AmountText } from '../amount-text.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { RebatePrice } from './rebate-events.ts';

/** Rates and the first day that they hold for, in days of UTC since the epoch. */
export interface SnapshotRebateRates {
  readonly day: number;
  readonly currency: CurrencyId;
  readonly ratesBps: readonly number[];
}

export interface SnapshotRebateMember {
  readonly user: UserId;
  readonly person: string;
  readonly inviter: UserId;
  /** Since when, in days of UTC. */
  readonly day: number;
}

/** Fees of a payer, in the order in which currencies came. */
export interface SnapshotRebatePayer {
  readonly user: UserId;
  readonly fees: readonly { readonly currency: CurrencyId; readonly amount: AmountText }[];
}

/** A day that is over and not paid in full. */
export interface SnapshotRebateDay extends SnapshotRebateRates {
  readonly prices: readonly RebatePrice[];
  /** The day on which its payers were looked at last; 0 before. */
  readonly lookedDay: number;
  /** How many of the payers, from the first on, are still to be looked at. */
  readonly unseen: number;
  readonly payers: readonly SnapshotRebatePayer[];
}

export interface SnapshotRebates {
  /** The rates of today, and those of tomorrow where they differ; none before the first. */
  readonly rates: readonly SnapshotRebateRates[];
  /** By user. */
  readonly members: readonly SnapshotRebateMember[];
  /** The day of the fees in `payers`; 0 where there are none. */
  readonly day: number;
  /** In the order in which they paid first. */
  readonly payers: readonly SnapshotRebatePayer[];
  /** Oldest first. */
  readonly due: readonly SnapshotRebateDay[];
  readonly nextLine: number;
}
