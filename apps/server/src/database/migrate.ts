/**
 * Migrates the schema: each file of migrations/ once, in order of its number, inside a transaction.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Fault } from '../fault.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;
/** Number of the advisory lock: one server migrates at a time. */
const LOCK = 7_301_001;

/**
 * A text of a migration that databases were made with too, and that does the same: for some weeks a
 * comment of this file named another path.
 */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['100-notifications.sql', 'ff6c378c57b376dd9c0c1f3a2208e9244ac4926f447f58d886d0318cb5d8ce38'],
]);

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies missing migrations. Throws `Fault` when an applied file was changed or is gone, or when
 * two files share a number: a schema of unknown history is not touched.
 */
export async function migrate(client: Client, folder = FOLDER): Promise<void> {
  const migrations = readMigrations(folder);
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = await appliedIn(client);
    checkHistory(applied, migrations);
    for (const migration of migrations)
      if (!applied.has(migration.name)) await apply(client, migration);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}

/**
 * Whether `migrate` would refuse the history of a database, without changing anything. Throws the
 * same `Fault`.
 */
export async function requireKnownHistory(client: Client, folder = FOLDER): Promise<void> {
  checkHistory(await appliedIn(client), readMigrations(folder));
}

async function appliedIn(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort((a, b) => (a < b ? -1 : 1));
  const seen = new Map<string, string>();
  return names.map((name) => {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined)
      throw new Fault('database_unavailable', `migration ${name} is not named NNN-name.sql`);
    const other = seen.get(number);
    if (other !== undefined)
      throw new Fault('database_unavailable', `migrations ${other} and ${name} have one number`);
    seen.set(number, name);
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

function checkHistory(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const current = known.get(name);
    if (current === undefined)
      throw new Fault(
        'database_unavailable',
        `the database has migration ${name}, which this version does not know`,
      );
    if (current !== checksum && FORMER.get(name) !== checksum)
      throw new Fault(
        'database_unavailable',
        `migration ${name} was changed after it was applied; put it back and add a new one`,
      );
  }
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Fault(
      'database_unavailable',
      `migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
