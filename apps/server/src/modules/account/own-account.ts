import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/** Operators may be customers too: nobody decides on what is their own. */
export async function requireOther(queries: Queries, operator: number, user: bigint): Promise<void> {
  const same = await queries
    .selectFrom('operators')
    .innerJoin('users', (join) => join.on(({ eb, or, ref }) => or([eb('users.account', '=', ref('operators.account')), eb('users.email', '=', ref('operators.account'))])))
    .select('users.id')
    .where('operators.id', '=', BigInt(operator))
    .where('users.id', '=', user)
    .executeTakeFirst();
  if (same !== undefined) throw new Refusal('own_account');
}
