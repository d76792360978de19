import type { Amount } from '@meridian/money/amount';
import type { ConvertReason } from '../convert/convert-events.ts';
import type { CustodyReason } from '../custody/custody-events.ts';
import type { EarnReason } from '../earn/earn-events.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { Wallet } from './accounts.ts';
import type { TransferKind } from './transfer-id.ts';
import type { LoanReason } from '../loan/loan-events.ts';
import type { MarginReason } from '../margin/margin-events.ts';
import type { P2pReason } from '../p2p/p2p-events.ts';
import type { RebateReason } from '../rebate/rebate-events.ts';
import type { SaleReason } from '../sale/sale-events.ts';
import type { SecondsReason } from '../seconds/seconds-events.ts';

/**
 * Reason of a movement of money. `hold` and `release` move between available and held of one
 * account; the sum of the account stays.
 */
export type PostingReason =
  | 'deposit'
  | 'credit'
  | 'hold'
  | 'release'
  | 'trade'
  | 'fee'
  | 'makerRebate'
  | CustodyReason
  | MarginReason
  | SecondsReason
  | P2pReason
  | EarnReason
  | ConvertReason
  | LoanReason
  | RebateReason
  | SaleReason;

/** One leg of a double entry: the change of one account, and the balances after it. */
export interface Posted {
  readonly type: 'posted';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly reason: PostingReason;
  /** Signed changes. */
  readonly available: Amount;
  readonly held: Amount;
  readonly availableAfter: Amount;
  readonly heldAfter: Amount;
  /**
   * Id of the trade (`trade`, `fee`, `makerRebate`), or of the order, withdrawal, position, ticket
   * ... (`hold`, `release`, and their payments), else 0.
   */
  readonly subject: number;
  /** `reference` of a deposit or credit; the kind of a hold's owner ('' for an order); else ''. */
  readonly reference: string;
}

/** The command's transfer id was used, which happens once for ever. */
export interface TransferMade {
  readonly type: 'transferMade';
  readonly kind: TransferKind;
  readonly number: number;
}
