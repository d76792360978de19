import type { Wallet } from '@meridian/core/ledger/accounts';
import type { StatementReason } from './statement-kinds.ts';

/** Table of migrations/020-projections.sql, which describes each column. */
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
    seq: bigint;
    time_ms: bigint;
  };
}
