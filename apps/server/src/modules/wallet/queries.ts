import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { StatementReason } from './messages.ts';

/** A movement of an account. */
export interface StatementQueryRow {
  readonly id: number;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reason: StatementReason;
  readonly timeMs: number;
}

export interface StatementPage {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Only this one; undefined for all. */
  readonly currency: CurrencyId | undefined;
}

/** A page of the user's statement over all wallets, newest first. */
export async function statement(queries: Queries, user: UserId, { page, limit, currency }: StatementPage): Promise<StatementQueryRow[]> {
  let query = queries
    .selectFrom('statements')
    .select(['id', 'wallet', 'currency', 'amount', 'balance_after', 'reason', 'time_ms'])
    .where('user_id', '=', BigInt(user))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  // Compared as bigint: an id that is larger than the column is simply nobody's, and no error of the database.
  if (currency !== undefined) query = query.where('currency', '=', sql<number>`${currency}::bigint`);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: Number(row.id),
    wallet: row.wallet,
    currency: row.currency,
    amount: row.amount,
    balanceAfter: row.balance_after,
    reason: row.reason,
    timeMs: Number(row.time_ms),
  }));
}
