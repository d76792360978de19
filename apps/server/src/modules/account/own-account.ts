import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { makersOf } from '../office/makers.ts';

/** Operators may be customers too: nobody decides on what is their own, or of those who let them in. */
export async function requireOther(queries: Queries, operator: number, user: bigint): Promise<void> {
  const same = await queries
    .selectFrom('operators')
    .innerJoin('users', (join) => join.on(({ eb, or, ref }) => or([eb('users.account', '=', ref('operators.account')), eb('users.email', '=', ref('operators.account'))])))
    .select('users.id')
    .where('operators.id', 'in', [BigInt(operator), ...(await makersOf(queries, BigInt(operator)))])
    .where('users.id', '=', user)
    .executeTakeFirst();
  if (same !== undefined) throw new Refusal('own_account');
}
