import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { Wallet } from './accounts.ts';
import type { CREDIT_TRANSFERS, TransferId } from './transfer-id.ts';

/** Brings money in from the outside world. */
export interface Deposit {
  readonly kind: 'ledger.deposit';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** The origin of the amount, for the statement: `funding`, a transaction id ... */
  readonly reference: string;
  readonly key?: string;
}

/**
 * Pays from the house's account to a user's: faucet, promotions. The house can only give from its
 * own balance (invariant L9).
 */
export interface Credit {
  readonly kind: 'ledger.credit';
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly reference: string;
  /**
   * Where present the credit is made once for ever: a second one is refused (`transfer_exists`).
   */
  readonly transfer?: TransferId<(typeof CREDIT_TRANSFERS)[number]>;
  readonly key?: string;
}

export type LedgerCommand = Deposit | Credit;
