import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrate, requireKnownHistory } from './migrate.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

let database: TemporaryDatabase;
let client: Client;
let folder: string;

beforeAll(async () => {
  database = await openTemporaryDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query('CREATE DATABASE migrations');
  await admin.end();
  client = new Client({ connectionString: database.url.replace(/\/[^/]*$/, '/migrations') });
  await client.connect();
  folder = mkdtempSync(join(tmpdir(), 'meridian-migrations-'));
});

afterAll(async () => {
  await client.end();
  await database.remove();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);

it('applies each file once, in order, wholly or not at all, and refuses a changed history', async () => {
  write('002-second.sql', 'INSERT INTO one VALUES (2);');
  write('001-first.sql', 'CREATE TABLE one (n int); INSERT INTO one VALUES (1);');
  await migrate(client, folder);
  await migrate(client, folder);
  expect((await client.query('SELECT n FROM one ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);

  write('003-wrong.sql', 'INSERT INTO one VALUES (3); SELECT nonsense;');
  await expect(migrate(client, folder)).rejects.toThrow(/003-wrong.sql failed.*nonsense/);
  expect((await client.query('SELECT n FROM one ORDER BY n')).rows).toHaveLength(2);

  write('003-wrong.sql', 'INSERT INTO one VALUES (4);');
  await migrate(client, folder);
  write('001-first.sql', 'CREATE TABLE other (n int);');
  await expect(migrate(client, folder)).rejects.toThrow(/001-first.sql was changed/);
  rmSync(join(folder, '001-first.sql'));
  await expect(migrate(client, folder)).rejects.toThrow(
    /001-first.sql, which this version does not know/,
  );
  write('001-one.sql', '');
  write('001-two.sql', '');
  await expect(migrate(client, folder)).rejects.toThrow(/one number/);
});

it('takes the former text of a migration that does the same, in both directions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-former-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await client.query('DROP TABLE schema_migrations');
  writeFileSync(join(folder, '100-notifications.sql'), 'SELECT 1;');
  await migrate(client, folder);
  const made = async (checksum: string) => {
    await client.query('UPDATE schema_migrations SET checksum = $1', [checksum]);
    return Promise.all([
      migrate(client, folder).then(
        () => 'taken',
        () => 'refused',
      ),
      requireKnownHistory(client, folder).then(
        () => 'taken',
        () => 'refused',
      ),
    ]);
  };
  expect(await made('ff6c378c57b376dd9c0c1f3a2208e9244ac4926f447f58d886d0318cb5d8ce38')).toEqual([
    'taken',
    'taken',
  ]);
  expect(await made('0'.repeat(64))).toEqual(['refused', 'refused']);
});
