import type { UserId } from '@meridian/core/ids';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';

/** How fast a trader is and with how many people they dealt. Times in ms, null without a deal. */
export interface TraderPace {
  readonly payMedian: bigint | null;
  readonly payP90: bigint | null;
  readonly releaseMedian: bigint | null;
  readonly releaseP90: bigint | null;
  readonly counterparties: number;
}

/**
 * From the deals of a user: own payments and own releases since a time, counterparties ever. A time
 * is one that a deal took, not one between two.
 */
export async function paceOf(queries: Queries, user: UserId, sinceMs: number): Promise<TraderPace> {
  const id = BigInt(user);
  const since = BigInt(sinceMs);
  const { rows } = await sql<TraderPace>`select
    pay.median as "payMedian", pay.p90 as "payP90", release.median as "releaseMedian", release.p90 as "releaseP90",
    (select count(*)::int from (
      select seller from p2p_deals where buyer = ${id} and state = 'completed'
      union select buyer from p2p_deals where seller = ${id} and state = 'completed') others) as counterparties
    from
      (select percentile_disc(0.5) within group (order by paid_ms - opened_ms) as median, percentile_disc(0.9) within group (order by paid_ms - opened_ms) as p90
        from p2p_deals where buyer = ${id} and paid_ms >= ${since} and paid_ms > 0) pay,
      (select percentile_disc(0.5) within group (order by ended_ms - paid_ms) as median, percentile_disc(0.9) within group (order by ended_ms - paid_ms) as p90
        from p2p_deals where seller = ${id} and ended_by = 'seller' and state = 'completed' and ended_ms >= ${since}) release`.execute(
    queries,
  );
  return rows[0] as TraderPace;
}

/** Whether two users have made a deal. */
export async function haveDealt(queries: Queries, one: UserId, other: UserId): Promise<boolean> {
  const [a, b] = [BigInt(one), BigInt(other)];
  const { rows } = await sql<{ dealt: boolean }>`select
    exists (select from p2p_deals where (buyer = ${a} and seller = ${b}) or (buyer = ${b} and seller = ${a})) as dealt`.execute(
    queries,
  );
  return rows[0]?.dealt === true;
}
