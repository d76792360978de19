import type { Queries } from '../../database/database.ts';
import { hashPassword } from '../account/passwords.ts';

const DEMO_OPERATOR = { account: 'admin@meridian.test', name: 'Demo operator', role: 'owner' } as const;
const DEMO_PASSWORD = 'Admin1234';

/** Demo mode only: the operator whose password the README gives. */
export async function ensureDemoOperator(queries: Queries): Promise<void> {
  const existing = await queries.selectFrom('operators').select('id').where('account', '=', DEMO_OPERATOR.account).executeTakeFirst();
  if (existing !== undefined) return;
  await queries.insertInto('operators').values({ ...DEMO_OPERATOR, password_hash: await hashPassword(DEMO_PASSWORD) }).execute();
}

/** Whether a database was ever used by a demo: production refuses it. */
export async function hasDemoOperator(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('operators').select('id').where('account', '=', DEMO_OPERATOR.account).executeTakeFirst()) !== undefined;
}
