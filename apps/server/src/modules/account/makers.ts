import { permissionsOfRole, type Permission } from '@meridian/contract/office/permissions';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/**
 * Refuses with `own_account` if two operators could be one person: one has invited the other, at
 * first or later, directly or through others. Neither decides on the other's proposals, nor do they
 * count as two approvals. Operators added on the machine itself have no inviter.
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

/** All operators who invited an operator, directly or through others. */
export async function makersOf(queries: Queries, operator: bigint): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ maker: bigint }>`
    WITH RECURSIVE makers (maker) AS (
      SELECT invited_by FROM operator_invitations WHERE operator_id = ${operator}
      UNION SELECT i.invited_by FROM operator_invitations i JOIN makers ON i.operator_id = makers.maker
    ) SELECT maker FROM makers`.execute(queries);
  return new Set(rows.map(({ maker }) => maker));
}

/**
 * Refuses with `proposal_outdated` if one of these operators could no longer do the same: a
 * proposal or approval by an operator who is disabled or has lost the role does not count.
 */
export async function requireStillAllowed(
  queries: Queries,
  operators: readonly bigint[],
  permission: Permission | 'any' | undefined,
): Promise<void> {
  if (operators.length === 0) return;
  const rows = await queries
    .selectFrom('operators')
    .select(['role', 'disabled_at'])
    .where('id', 'in', [...operators])
    .execute();
  const isAllowed = (role: string): boolean =>
    permission === 'any' ||
    (permission !== undefined && permissionsOfRole(role).includes(permission));
  if (rows.some(({ role, disabled_at }) => disabled_at !== null || !isAllowed(role)))
    throw new Refusal('proposal_outdated', { field: 'id' });
}
