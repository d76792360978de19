import type { Queries } from '../../database/database.ts';
import { hashPassword } from '../account/passwords.ts';

/** One who runs the place, and one who decides what the first proposes. */
const DEMO_OPERATORS = [
  { account: 'admin@meridian.test', name: 'Demo operator', role: 'owner' },
  { account: 'approver@meridian.test', name: 'Demo approver', role: 'approver' },
] as const;
const DEMO_PASSWORD = 'Admin1234';

/** Demo mode only: the operators whose password the README gives. */
export async function ensureDemoOperator(queries: Queries): Promise<void> {
  for (const operator of DEMO_OPERATORS) {
    const existing = await queries.selectFrom('operators').select('id').where('account', '=', operator.account).executeTakeFirst();
    if (existing === undefined) await queries.insertInto('operators').values({ ...operator, password_hash: await hashPassword(DEMO_PASSWORD) }).execute();
  }
}

/** Whether a database was ever used by a demo: production refuses it. */
export async function hasDemoOperator(queries: Queries): Promise<boolean> {
  const accounts = DEMO_OPERATORS.map(({ account }) => account);
  return (await queries.selectFrom('operators').select('id').where('account', 'in', accounts).executeTakeFirst()) !== undefined;
}
