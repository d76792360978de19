import { ROLES, type Permission } from '@meridian/contract/office/permissions';
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

/**
 * Refuses with `proposal_outdated` where one of these operators could no longer do what they did:
 * who is disabled, or has lost the role, has proposed and approved nothing.
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
  if (rows.some(({ role, disabled_at }) => disabled_at !== null || !allows(role, permission)))
    throw new Refusal('proposal_outdated', { field: 'id' });
}

function allows(role: string, permission: Permission | 'any' | undefined): boolean {
  const permissions: readonly string[] = Object.hasOwn(ROLES, role)
    ? ROLES[role as keyof typeof ROLES]
    : [];
  return permission === 'any' || (permission !== undefined && permissions.includes(permission));
}
