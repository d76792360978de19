import type { TransferKind } from '@meridian/core/ledger/transfer-id';
import type { Generated } from 'kysely';

/** Table of migrations/110-transfers.sql. */
export interface TransferTables {
  transfers: { kind: TransferKind; number: bigint; subject: string; given_at: Generated<Date> };
}
