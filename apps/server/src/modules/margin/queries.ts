import { POSITIONS_PER_PAGE } from '@meridian/contract/margin/bounds';
import type { MarketId, UserId } from '@meridian/core/ids';
import type { PositionSide } from '@meridian/core/margin/margin-commands';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { MarginTables, PositionStatus } from './margin-tables.ts';

type Table = Selectable<MarginTables['positions']>;

/** An order or position as the table has it, with safe integers where they are. */
export interface PositionRow extends Omit<
  Table,
  | 'id'
  | 'lots'
  | 'price_ticks'
  | 'index_ticks'
  | 'entry_ticks'
  | 'take_profit_ticks'
  | 'stop_loss_ticks'
  | 'placed_ms'
  | 'opened_ms'
  | 'ended_ms'
  | 'close_ticks'
  | 'user_id'
> {
  readonly id: number;
  readonly lots: number;
  readonly price_ticks: number;
  readonly index_ticks: number;
  readonly entry_ticks: number;
  readonly take_profit_ticks: number;
  readonly stop_loss_ticks: number;
  readonly placed_ms: number;
  readonly opened_ms: number;
  readonly ended_ms: number;
  readonly close_ticks: number;
}

interface Filter {
  /** From 1. */
  readonly page: number;
  /** Only these; undefined for all. */
  readonly markets: readonly MarketId[] | undefined;
  /** Only of this; undefined for both. */
  readonly side: PositionSide | undefined;
  /** Only of this; undefined for every status. */
  readonly status: PositionStatus | undefined;
}

/**
 * A page of a user's orders and positions, newest first (those that ended: by their end), and how
 * many there are.
 */
export async function positionsOf(
  queries: Queries,
  user: UserId,
  { page, markets, side, status }: Filter,
): Promise<{ rows: PositionRow[]; total: number }> {
  if (markets?.length === 0) return { rows: [], total: 0 };
  let query = queries.selectFrom('positions').where('user_id', '=', BigInt(user));
  if (markets !== undefined) query = query.where('market', 'in', markets);
  if (side !== undefined) query = query.where('side', '=', side);
  if (status !== undefined) query = query.where('status', '=', status);
  const { total } = await query.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const ordered =
    status === undefined
      ? query.orderBy('id', 'desc')
      : query.orderBy('ended_ms', 'desc').orderBy('id', 'desc');
  const found = await ordered
    .selectAll()
    .limit(POSITIONS_PER_PAGE)
    .offset((page - 1) * POSITIONS_PER_PAGE)
    .execute();
  return { rows: found.map(rowOf), total: Number(total) };
}

/** A user's order or position, ended or not; undefined for any other number. */
export async function ownPosition(
  queries: Queries,
  user: UserId,
  id: number,
): Promise<Pick<Table, 'market' | 'status' | 'reason' | 'ended_ms'> | undefined> {
  return await queries
    .selectFrom('positions')
    .select(['market', 'status', 'reason', 'ended_ms'])
    .where('id', '=', BigInt(id))
    .where('user_id', '=', BigInt(user))
    .executeTakeFirst();
}

function rowOf(row: Table): PositionRow {
  return {
    ...row,
    id: Number(row.id),
    lots: Number(row.lots),
    price_ticks: Number(row.price_ticks),
    index_ticks: Number(row.index_ticks),
    entry_ticks: Number(row.entry_ticks),
    take_profit_ticks: Number(row.take_profit_ticks),
    stop_loss_ticks: Number(row.stop_loss_ticks),
    placed_ms: Number(row.placed_ms),
    opened_ms: Number(row.opened_ms ?? 0n),
    ended_ms: Number(row.ended_ms ?? 0n),
    close_ticks: Number(row.close_ticks ?? 0n),
  };
}
