import { randomBytes } from 'node:crypto';
import type { DemoAccount } from '@meridian/contract/demo/calls';
import type { Queries } from '../../database/database.ts';
import { hashPassword, isPasswordRight } from '../account/passwords.ts';

/**
 * An operator who proposes changes, and two who decide them: on a large appeal of the P2P market,
 * and on a large withdrawal, two rule the same.
 */
const DEMO_OPERATORS = [
  { account: 'admin@meridian.test', name: 'Demo operator', role: 'owner' },
  { account: 'approver@meridian.test', name: 'Demo approver', role: 'approver' },
  { account: 'approver2@meridian.test', name: 'Second demo approver', role: 'approver' },
] as const;
const DEMO_PASSWORD = 'Admin1234';
/** Accounts shown to visitors of a demo on this machine. */
export const DEMO_OPERATOR_ACCOUNTS: readonly DemoAccount[] = DEMO_OPERATORS.map(
  ({ account, role }) => ({
    account,
    password: DEMO_PASSWORD,
    purpose: role === 'owner' ? 'proposes' : 'decides',
  }),
);

/** Demo mode only: the operators with the README's password. */
export async function ensureDemoOperator(queries: Queries): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const rows = DEMO_OPERATORS.map((operator) => ({
    ...operator,
    password_hash,
    active_since: new Date(0),
  }));
  await queries
    .insertInto('operators')
    .values(rows)
    .onConflict((conflict) => conflict.column('account').doNothing())
    .execute();
}

/**
 * For a demo that others can reach: replaces the public password of operators by a random one. Only
 * once each: another password stays.
 *
 * @returns the new passwords, which are stored nowhere else
 */
export async function renewDemoPasswords(
  queries: Queries,
): Promise<readonly { readonly account: string; readonly password: string }[]> {
  const renewed = [];
  for (const { account } of DEMO_OPERATORS) {
    const { password_hash } = await queries
      .selectFrom('operators')
      .select('password_hash')
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    if (!(await isPasswordRight(password_hash ?? undefined, DEMO_PASSWORD))) continue;
    const password = randomBytes(15).toString('base64url');
    await queries
      .updateTable('operators')
      .set({ password_hash: await hashPassword(password) })
      .where('account', '=', account)
      .execute();
    const sessions = queries
      .updateTable('operator_sessions')
      .set({ ended_at: new Date() })
      .where('ended_at', 'is', null);
    await sessions
      .where(
        'operator_id',
        'in',
        queries.selectFrom('operators').select('id').where('account', '=', account),
      )
      .execute();
    renewed.push({ account, password });
  }
  return renewed;
}

/** Whether a demo has ever used the database: production refuses it. */
export async function hasDemoOperator(queries: Queries): Promise<boolean> {
  const accounts = DEMO_OPERATORS.map(({ account }) => account);
  return (
    (await queries
      .selectFrom('operators')
      .select('id')
      .where('account', 'in', accounts)
      .executeTakeFirst()) !== undefined
  );
}
