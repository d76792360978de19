import { randomBytes } from 'node:crypto';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { createAccount } from '../account/accounts.ts';
import { hashPassword } from '../account/passwords.ts';
import { furnishTrader } from './demo-traders.ts';

/**
 * No mail address has a domain without a dot: nobody can register or bind one of these names. The
 * part that masking leaves still tells that a merchant of the demo has it.
 */
const MERCHANTS = ['North', 'River', 'Stone'].map((name) => ({
  account: `${name.toLowerCase()}@demo-merchant`,
  realName: `Demo Merchant ${name}`,
}));

interface HouseAccountsParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
}

/** Demo mode only: the accounts of the house's merchants, verified, with all ways to be paid. */
export async function ensureHouseAccounts(parts: HouseAccountsParts): Promise<UserId[]> {
  const users: UserId[] = [];
  for (const merchant of MERCHANTS) {
    const known = await parts.queries
      .selectFrom('users')
      .select('id')
      .where('account', '=', merchant.account)
      .executeTakeFirst();
    users.push(known === undefined ? await open(parts, merchant) : Number(known.id));
  }
  return users;
}

/**
 * Nobody logs in as a merchant: the account has neither a mail address nor a phone number, by which
 * logins and new passwords find accounts, and nobody knows its password.
 */
async function open(
  { queries, fields }: HouseAccountsParts,
  { account, realName }: (typeof MERCHANTS)[number],
): Promise<UserId> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return queries.transaction().execute(async (transaction) => {
    const user = await createAccount(transaction, {
      name: { kind: 'email', account, countryCode: '' },
      language: 'en',
      passwordHash,
      referrer: null,
      reviewState: 'approved',
    });
    const user_id = BigInt(user);
    await transaction.updateTable('users').set({ email: null }).where('id', '=', user_id).execute();
    const trader = { realName, account, savedAt: new Date() };
    await furnishTrader({ queries: transaction, fields }, user, trader);
    return user;
  });
}
