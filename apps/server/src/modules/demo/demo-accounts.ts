import type { DemoAccount } from '@meridian/contract/demo/calls';
import type { Queries } from '../../database/database.ts';
import { createAccount, findByName } from '../account/accounts.ts';
import { hashPassword } from '../account/passwords.ts';

const DEMO_ACCOUNTS = ['demo@meridian.test', 'demo2@meridian.test'];
const DEMO_PASSWORD = 'Demo1234';
/** The account shown to visitors. */
export const DEMO_VISITOR: DemoAccount = {
  account: 'demo@meridian.test',
  password: DEMO_PASSWORD,
  purpose: 'trades',
};

/**
 * Demo mode only: the visitors' accounts, verified, with the README's password. Returns their user
 * ids.
 */
export async function ensureDemoAccounts(queries: Queries): Promise<number[]> {
  const users: number[] = [];
  for (const account of DEMO_ACCOUNTS) {
    const existing = await findByName(queries, account);
    users.push(
      existing !== undefined ? Number(existing.id) : await openDemoAccount(queries, account),
    );
  }
  return users;
}

async function openDemoAccount(queries: Queries, account: string): Promise<number> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return createAccount(queries, {
    name: { kind: 'email', account, countryCode: '' },
    language: 'en',
    passwordHash,
    referrer: null,
    reviewState: 'approved',
  });
}

/** Whether a demo has ever used the database: production refuses it. */
export async function hasDemoAccounts(queries: Queries): Promise<boolean> {
  const found = await Promise.all(DEMO_ACCOUNTS.map((account) => findByName(queries, account)));
  return found.some((account) => account !== undefined);
}
