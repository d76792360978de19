import type { AmountText } from '../amount-text.ts';
import type { CurrencyId, UserId } from '../ids.ts';

/** See fee-commands.ts. */
export interface SnapshotFeeTier {
  readonly volume: AmountText;
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
}

/** The volume of a user by Shanghai day, counted from the epoch, oldest first. */
export interface SnapshotVolumes {
  readonly user: UserId;
  readonly days: readonly { readonly day: number; readonly volume: AmountText }[];
}

/** Volumes by user. */
export interface SnapshotFees {
  /** 0 before tiers were set. */
  readonly currency: CurrencyId;
  readonly tiers: readonly SnapshotFeeTier[];
  readonly volumes: readonly SnapshotVolumes[];
}
