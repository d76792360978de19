import type { CurrencyId, UserId } from '../ids.ts';
import type { Wallet } from './accounts.ts';
import type { NumberRange } from './number-ranges.ts';
import type { TransferKind } from './transfer-id.ts';
import type { AmountText } from '../amount-text.ts';

export interface SnapshotAccount {
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly available: AmountText;
  readonly held: AmountText;
}

/** Numbers of the transfers that took effect, as ranges in order; kinds without any are omitted. */
export type SnapshotTransfers = Readonly<Partial<Record<TransferKind, readonly NumberRange[]>>>;
