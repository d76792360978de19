import type { P2P_DEAL_QUEUES } from '@meridian/contract/p2p/office';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import { dealOf, type DealRow } from './queries.ts';

/** Paid deals that are older than this wait for somebody to look at them. */
export const STUCK_MS = 3_600_000;

interface Wanted {
  readonly page: number;
  /** The users on either side of the deals; undefined for deals of all users. */
  readonly users: readonly UserId[] | undefined;
  readonly queue: (typeof P2P_DEAL_QUEUES)[number] | undefined;
  readonly nowMs: number;
}

/** A page of deals, newest first, with the number of all. */
export async function everybodysDeals(
  queries: Queries,
  { page, users, queue, nowMs }: Wanted,
): Promise<{ readonly rows: readonly DealRow[]; readonly total: number }> {
  let wanted = queries.selectFrom('p2p_deals');
  if (users !== undefined) {
    const ids = users.map(BigInt);
    if (ids.length === 0) return { rows: [], total: 0 };
    wanted = wanted.where((eb) => eb.or([eb('buyer', 'in', ids), eb('seller', 'in', ids)]));
  }
  if (queue === 'stuck')
    wanted = wanted
      .where('state', '=', 'paid')
      .where('paid_ms', '<', BigInt(Math.floor(nowMs - STUCK_MS)));
  else if (queue !== undefined) wanted = wanted.where('state', '=', queue);
  const [{ count }, rows] = await Promise.all([
    wanted.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
    wanted
      .selectAll()
      .orderBy('id', 'desc')
      .limit(OFFICE_ROWS)
      .offset((page - 1) * OFFICE_ROWS)
      .execute(),
  ]);
  return { rows: rows.map(dealOf), total: Number(count) };
}

/** How many customers' reports of each trader are not closed; traders without any are missing. */
export async function openReportsOf(
  queries: Queries,
  traders: readonly UserId[],
): Promise<ReadonlyMap<UserId, number>> {
  if (traders.length === 0) return new Map();
  const rows = await queries
    .selectFrom('complaints')
    .select(({ fn }) => ['reported', fn.count<bigint>('user_id').distinct().as('count')])
    .where('reported', 'in', traders.map(BigInt))
    .where('state', '!=', 'closed')
    .groupBy('reported')
    .execute();
  return new Map(rows.map(({ reported, count }) => [Number(reported), Number(count)]));
}
