import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/**
 * Refuses with `own_account` where two operators could be one person: one has let the other in, by
 * an invitation or a later one, directly or by others. Neither decides what the other has proposed,
 * nor are they two approvals. Those added on the machine itself have nobody above them.
 */
export async function requireIndependent(
  queries: Queries,
  operator: number,
  others: readonly bigint[],
): Promise<void> {
  const own = BigInt(operator);
  for (const other of others) {
    if (
      other === own ||
      (await makersOf(queries, own)).has(other) ||
      (await makersOf(queries, other)).has(own)
    )
      throw new Refusal('own_account');
  }
}

/** All who let an operator in, and who let those in. */
export async function makersOf(queries: Queries, operator: bigint): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ maker: bigint }>`
    WITH RECURSIVE makers (maker) AS (
      SELECT invited_by FROM operator_invitations WHERE operator_id = ${operator}
      UNION SELECT i.invited_by FROM operator_invitations i JOIN makers ON i.operator_id = makers.maker
    ) SELECT maker FROM makers`.execute(queries);
  return new Set(rows.map(({ maker }) => maker));
}
