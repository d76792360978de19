import { maskedAccount } from '@meridian/contract/account/masked-account';
import { INVITEES_PER_PAGE } from '@meridian/contract/account/bounds';
import { INVITATION_LEVELS } from '@meridian/contract/account/calls';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

interface Invitee {
  readonly account: string;
  readonly level: number;
  readonly created_time: string;
}

/**
 * Users who came by a user's invitation code, by the codes of those, and by theirs again: three
 * levels, as `tree (id, account, level, created_at)`.
 */
function treeOf(user: number) {
  return sql`
    WITH RECURSIVE tree AS (
      SELECT id, account, 1 AS level, created_at FROM users WHERE referrer_id = ${user}
      UNION ALL
      SELECT users.id, users.account, level + 1, users.created_at FROM users JOIN tree ON referrer_id = tree.id WHERE level < ${INVITATION_LEVELS}
    )`;
}

/** Number of invitees on each level. */
export async function invitationTotals(
  queries: Queries,
  user: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{
    level: number;
    count: bigint;
  }>`${treeOf(user)} SELECT level, count(*) AS count FROM tree GROUP BY level`.execute(queries);
  return new Map(rows.map(({ level, count }) => [level, Number(count)]));
}

/** A page of invitees, newest first, with masked accounts. */
export async function invitees(queries: Queries, user: number, page: number): Promise<Invitee[]> {
  const offset = (page - 1) * INVITEES_PER_PAGE;
  const { rows } = await sql<{ account: string; level: number; created_at: Date }>`
    ${treeOf(user)} SELECT account, level, created_at FROM tree ORDER BY id DESC LIMIT ${INVITEES_PER_PAGE} OFFSET ${offset}`.execute(
    queries,
  );
  return rows.map(({ account, level, created_at }) => ({
    account: maskedAccount(account),
    level,
    created_time: shanghaiTime(created_at.getTime()),
  }));
}
