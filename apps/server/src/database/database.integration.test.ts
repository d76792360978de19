import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { prepareServerRole } from './server-role.ts';
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
    // Long enough for the connection to break while no query uses it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`SELECT 1`.execute(session);
  });
  await expect(broken).rejects.toThrow();
  expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(database.queries)).rows).toEqual([
    { one: 1 },
  ]);
});

describe('the role of the running server', () => {
  let owner: pg.Client;
  let server: pg.Client;
  let url: string;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    url = await prepareServerRole(owner, database.url);
    server = new pg.Client({ connectionString: url });
    await server.connect();
  });
  afterAll(async () => {
    await server.end();
    await owner.end();
  });

  it('reads and writes rows, and appends to what only grows', async () => {
    await server.query(
      "INSERT INTO journal (seq, epoch, time_ms, payload, hash) VALUES (1, 1, 1, '{}', '')",
    );
    expect((await server.query('SELECT count(*)::int AS count FROM journal')).rows).toEqual([
      { count: 1 },
    ]);
    await server.query(
      "INSERT INTO outbox (receiver, kind, subject, body, code, created_at) VALUES ('a', 'mail', 's', 'b', 'c', now())",
    );
    await server.query("UPDATE outbox SET code = 'd'");
    await server.query('DELETE FROM outbox');
  });

  it.each([
    "UPDATE journal SET payload = ''",
    'DELETE FROM journal',
    'TRUNCATE journal',
    "UPDATE audit_log SET after = ''",
    'DELETE FROM audit_log',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'SET session_replication_role = replica',
    'DELETE FROM security_events',
    "INSERT INTO schema_migrations (name, checksum) VALUES ('x', 'y')",
    'SELECT password FROM server_login',
    'CREATE TABLE mine (n int)',
    'DROP TABLE users',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/meridian-copied'",
    "SELECT pg_read_file('/etc/passwd')",
    'SELECT rolpassword FROM pg_authid',
    'SET ROLE meridian',
    'CREATE ROLE mine SUPERUSER',
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'meridian' AND pid <> pg_backend_pid()",
  ])('is refused %s', async (statement) => {
    await expect(server.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('stays the same at the next start, and may use what a newer one has made', async () => {
    await owner.query('CREATE TABLE newer (n int)');
    await expect(server.query('SELECT n FROM newer')).rejects.toMatchObject({ code: '42501' });
    expect(await prepareServerRole(owner, database.url)).toBe(url);
    await server.query('SELECT n FROM newer');
  });

  it('is made by an owner that is no superuser, and again after its password was lost', async () => {
    await owner.query("CREATE ROLE plain LOGIN CREATEROLE PASSWORD 'plain'");
    await owner.query('CREATE DATABASE plain OWNER plain');
    const plainUrl = new URL(database.url);
    Object.assign(plainUrl, { username: 'plain', password: 'plain', pathname: '/plain' });
    const plain = new pg.Client({ connectionString: plainUrl.href });
    await plain.connect();
    for (const table of ['journal', 'audit_log', 'security_events', 'schema_migrations'])
      await plain.query(`CREATE TABLE ${table} (n int)`);
    for (let time = 0; time < 2; time++) {
      const own = new pg.Client({
        connectionString: await prepareServerRole(plain, plainUrl.href),
      });
      await own.connect();
      await own.query('INSERT INTO journal VALUES (1)');
      await expect(own.query('DELETE FROM journal')).rejects.toMatchObject({ code: '42501' });
      await own.end();
      await plain.query('DELETE FROM server_login');
    }
    await plain.end();
  });

  it('is not made by a role that may make none, which says why', async () => {
    await expect(prepareServerRole(server, url)).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('may create roles') as string,
    });
  });
});
