import { SYSTEM } from '@meridian/core/ledger/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../src/database/temporary-database.ts';
import { refuseOtherMode } from '../../src/modules/demo/demo-mark.ts';
import { ensureDemoAccounts } from '../../src/modules/demo/demo-accounts.ts';
import { ensureDemoOperator, renewDemoPasswords } from '../../src/modules/demo/demo-operator.ts';
import { isPasswordRight } from '../../src/modules/account/passwords.ts';
import { createAccount } from '../../src/modules/account/accounts.ts';

/** A ledger that has been funded like a demo's; its present balances may be zero. */
const FUNDED = {
  balances: (user: number) =>
    user === SYSTEM.demoMaker ? [{ wallet: 'spot' as const, currency: 3 }] : [],
};
const UNFUNDED = { balances: () => [] };

let database: TemporaryDatabase;
beforeEach(async () => {
  database = await openTemporaryDatabase();
}, 60_000);
afterEach(() => database.remove());

const start = (mode: 'demo' | 'production', live: typeof FUNDED | typeof UNFUNDED) =>
  refuseOtherMode(mode, { queries: database.queries, live });

describe('a demo that others reach', () => {
  it('has operators whose passwords are new, and told once', async () => {
    await ensureDemoOperator(database.queries);
    const passwords = await renewDemoPasswords(database.queries);
    expect(passwords.map(({ account }) => account)).toEqual([
      'admin@meridian.test',
      'approver@meridian.test',
      'approver2@meridian.test',
    ]);
    for (const { account, password } of passwords) {
      expect(password).toMatch(/^[\w-]{20}$/);
      const { password_hash } = await database.queries
        .selectFrom('operators')
        .select('password_hash')
        .where('account', '=', account)
        .executeTakeFirstOrThrow();
      expect([
        await isPasswordRight(password_hash ?? undefined, 'Admin1234'),
        await isPasswordRight(password_hash ?? undefined, password),
      ]).toEqual([false, true]);
    }
    expect(await renewDemoPasswords(database.queries)).toEqual([]);
    await ensureDemoOperator(database.queries);
    expect(await renewDemoPasswords(database.queries)).toEqual([]);
  });
});

describe('the data of the other mode', () => {
  it('an empty database takes either', async () => {
    await start('demo', UNFUNDED);
    await start('production', UNFUNDED);
  });

  it("a demo's is refused in production, also when its people have been deleted", async () => {
    await start('demo', FUNDED);
    await expect(start('production', FUNDED)).rejects.toMatchObject({
      code: 'configuration_invalid',
      message: expect.stringContaining('was a demo') as string,
    });
    await ensureDemoOperator(database.queries);
    await expect(start('production', UNFUNDED)).rejects.toMatchObject({
      code: 'configuration_invalid',
    });
    await database.queries.deleteFrom('operators').execute();
    await ensureDemoAccounts(database.queries);
    await expect(start('production', UNFUNDED)).rejects.toMatchObject({
      code: 'configuration_invalid',
    });
    await start('demo', FUNDED);
  });

  it("production's is refused by a demo", async () => {
    await createAccount(database.queries, {
      name: { kind: 'email', account: 'real@exchange.example', countryCode: '' },
      language: 'en',
      passwordHash: '',
      referrer: null,
    });
    await start('production', UNFUNDED);
    await expect(start('demo', UNFUNDED)).rejects.toMatchObject({
      code: 'configuration_invalid',
      message: expect.stringContaining('is no demo') as string,
    });
  });
});
