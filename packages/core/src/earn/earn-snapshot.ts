import type { CurrencyId, UserId } from '../ids.ts';
import type { EarnProduct, LockId, ProductId } from './earn-commands.ts';
import type { Lock, Saving } from './earn-events.ts';

/** Decimal digits of smallest units, or of billionths of them. */
type Text = string;
type WithText<T, Names extends keyof T> = Omit<T, Names> & { readonly [Name in Names]: Text };

/** See earn-commands.ts. */
export type SnapshotEarnProduct = WithText<EarnProduct, 'min' | 'max' | 'capacity' | 'dayQuota'>;

/** Amounts that a product has sold. */
export interface SnapshotSold {
  readonly product: ProductId;
  /** Principal of all customers now. */
  readonly principal: Text;
  /** Principal that came in on a Shanghai day. */
  readonly day: number;
  readonly dayIn: Text;
}

/** See earn-events.ts. A lock that is over is not in the state. */
export type SnapshotLock = WithText<Lock, 'principal' | 'paid'>;
export type SnapshotSaving = WithText<
  Saving,
  'earning' | 'pending' | 'entryIndex' | 'pendingIndex' | 'accruedPpb'
>;

/** The common part of all savings in a product, see earn/savings-pool.ts. */
export interface SnapshotPool {
  readonly product: ProductId;
  readonly currency: CurrencyId;
  readonly day: number;
  readonly ratePpb: number;
  readonly earning: Text;
  readonly pending: Text;
  readonly index: Text;
  /** Interest of the running day that the source keeps. */
  readonly reserved: Text;
  readonly lent: Text;
  /**
   * Interest since the beginning, the part that was paid out, and the part that nobody claims:
   * billionths.
   */
  readonly earnedPpb: Text;
  readonly paidPpb: Text;
  readonly forgonePpb: Text;
}

export interface SnapshotAutoSave {
  readonly user: UserId;
  readonly product: ProductId;
  readonly keep: Text;
  /** The last Shanghai day on which it was done. */
  readonly day: number;
}

/** By number, savings and orders to save by product and user. */
export interface SnapshotEarn {
  readonly nextLock: LockId;
  readonly products: readonly SnapshotEarnProduct[];
  readonly sold: readonly SnapshotSold[];
  readonly locks: readonly SnapshotLock[];
  readonly pools: readonly SnapshotPool[];
  readonly savings: readonly SnapshotSaving[];
  readonly autoSaves: readonly SnapshotAutoSave[];
}
