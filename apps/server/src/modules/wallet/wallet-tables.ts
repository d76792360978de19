import type { Wallet } from '@meridian/core/ledger/accounts';
import type { StatementReason } from './messages.ts';

/**
 * Columns of the projection that are read here; migrations/020-projections.sql says what each is.
 */
export interface WalletTables {
  statements: {
    user_id: bigint;
    id: bigint;
    wallet: Wallet;
    currency: number;
    amount: bigint;
    balance_after: bigint;
    reason: StatementReason;
    subject: bigint;
    reference: string;
    order_id: bigint | null;
    market: number | null;
    time_ms: bigint;
  };
}
