import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { PLAY_ID } from '../market/play-money.ts';
import type { StatementReason } from './statement-kinds.ts';

/** A movement of an account. */
export interface StatementQueryRow {
  readonly id: number;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reason: StatementReason;
  /** The trade, position, ticket, withdrawal, escrow or policy that it belongs to, 0 for none. */
  readonly subject: number;
  readonly reference: string;
  /** Of a trade and its fee; 0 otherwise. */
  readonly order: number;
  readonly market: MarketId;
  readonly timeMs: number;
}

export interface StatementPage {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Only this one; undefined for all. */
  readonly currency: CurrencyId | undefined;
  readonly wallet?: Wallet | undefined;
  /** Only rows of this reason. */
  readonly reason?: StatementReason;
  /** Only rows older than the one of this id. */
  readonly before?: number | undefined;
}

/** A page of the user's statement over all wallets, newest first, without play money. */
export async function statement(
  queries: Queries,
  user: UserId,
  { page, limit, currency, wallet, reason, before }: StatementPage,
): Promise<StatementQueryRow[]> {
  let query = queries
    .selectFrom('statements')
    .select([
      'id',
      'wallet',
      'currency',
      'amount',
      'balance_after',
      'reason',
      'subject',
      'reference',
      'order_id',
      'market',
      'time_ms',
    ])
    .where('user_id', '=', BigInt(user))
    .where('currency', '<>', PLAY_ID)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  // Compared as bigint: an id that is larger than the column is simply nobody's, and no error of
  // the database.
  if (currency !== undefined)
    query = query.where('currency', '=', sql<number>`${currency}::bigint`);
  if (wallet !== undefined) query = query.where('wallet', '=', wallet);
  // A transfer has two rows: the one that lost the amount stands for it.
  if (reason !== undefined) query = query.where('reason', '=', reason).where('amount', '<', 0n);
  if (before !== undefined) query = query.where('id', '<', BigInt(before));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: Number(row.id),
    wallet: row.wallet,
    currency: row.currency,
    amount: row.amount,
    balanceAfter: row.balance_after,
    reason: row.reason,
    subject: Number(row.subject),
    reference: row.reference,
    order: Number(row.order_id ?? 0),
    market: row.market ?? 0,
    timeMs: Number(row.time_ms),
  }));
}
