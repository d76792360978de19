import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { removeDataDir, temporaryDataDir } from './temporary-database.ts';

const dataDir = temporaryDataDir();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir, databaseUrl: undefined });
}, 60_000);
afterAll(async () => {
  await database.close();
  removeDataDir(dataDir);
});

it('a session that breaks between two queries of a transaction fails the transaction and nothing else', async () => {
  const broken = database.queries.transaction().execute(async (session) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(session);
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.queries);
    // Long enough for the line to end while nothing is asked on it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`SELECT 1`.execute(session);
  });
  await expect(broken).rejects.toThrow();
  expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(database.queries)).rows).toEqual([{ one: 1 }]);
});
