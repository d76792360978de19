import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { Access } from './access.ts';

const ORIGIN = { address: '127.0.0.1', device: 'Chrome, Linux' };

describe('sessions', () => {
  let database: TemporaryDatabase;
  let user: number;

  beforeAll(async () => {
    database = await openTemporaryDatabase();
    const row = {
      account: 'a@example.org',
      kind: 'email',
      country_code: '',
      password_hash: '',
      extension_code: 'A',
      referrer_id: null,
      account_number: '1',
    } as const;
    user = Number(
      (
        await database.queries
          .insertInto('users')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );
  });
  afterAll(() => database.remove());

  it('are found by their token, on every server that has the table', async () => {
    const token = await new Access(database.queries).open(user, ORIGIN);
    expect(await new Access(database.queries).find(`Bearer ${token}`)).toMatchObject({ user });
    const other = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    expect(await new Access(database.queries).find(other)).toBeUndefined();
  });

  it('stay ended when a call reads them from the table at the same moment', async () => {
    const access = new Access(database.queries);
    const token = await access.open(user, ORIGIN);
    const session = await new Access(database.queries).find(token);
    if (session === undefined) throw new Error('the session is not there');
    const reading = access.find(token);
    await Promise.all([access.end(session), reading]);
    expect(await access.find(token)).toBeUndefined();
  });

  it('of a frozen account are neither found nor opened', async () => {
    const access = new Access(database.queries);
    const token = await access.open(user, ORIGIN);
    const freeze = (frozen_at: Date | null) =>
      database.queries
        .updateTable('users')
        .set({ frozen_at })
        .where('id', '=', BigInt(user))
        .execute();
    await freeze(new Date());
    expect(await access.find(token)).toBeUndefined();
    await expect(access.open(user, ORIGIN)).rejects.toMatchObject({ code: 'account_frozen' });
    await freeze(null);
    await expect(access.open(user, ORIGIN, { passwordHash: 'another' })).rejects.toMatchObject({
      code: 'login_failed',
    });
    await access.open(user, ORIGIN, { passwordHash: '' });
  });

  it('end after a day without use, and after a month in any case', async () => {
    let nowMs = Date.now();
    const access = new Access(database.queries, () => nowMs);
    const token = await access.open(user, ORIGIN);
    const day = 86_400_000;
    for (let days = 0; days < 29; days++) {
      nowMs += day;
      expect(await access.find(token)).toMatchObject({ user });
    }
    nowMs += day + 1;
    expect(await access.find(token)).toBeUndefined();
    const idle = await access.open(user, ORIGIN);
    nowMs += day + 1;
    expect(await access.find(idle)).toBeUndefined();
  });
});
