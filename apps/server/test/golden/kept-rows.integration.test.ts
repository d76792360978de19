import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { goldenVersions, readDatabase } from './golden-set.ts';
import { restoreGolden } from './restore-database.ts';

const SET = 'whole';
/** Its rows are the migrations themselves. */
const OWN_TABLE = 'schema_migrations';
/** Beside it, the server makes two anew that are sealed with a key which no recording has. */
const NOT_RESTORED: ReadonlySet<string> = new Set([OWN_TABLE, 'server_login', 'lasting_keys']);

/** Values of a row as JSON texts: a number of JavaScript would lose digits of an amount. */
type Row = Readonly<Record<string, string>>;

/** Words in place of the numbers of the wire. */
const inWords =
  (words: Readonly<Record<string, string>>) =>
  (value: string): string =>
    words[value] === undefined ? value : JSON.stringify(words[value]);

/** Stored values that a migration writes anew, `TABLE.COLUMN`, and what it makes of them. */
const REWRITTEN: Readonly<Record<string, (value: string) => string>> = {
  // 150-position-words.sql
  'positions.status': inWords({ 0: 'waiting', 1: 'open', 3: 'closed', 4: 'cancelled' }),
  // 151-review-words.sql
  'users.review_status': inWords({ 0: 'none', 1: 'underReview', 2: 'approved', 3: 'rejected' }),
  'identity_applications.status': inWords({ 1: 'underReview', 2: 'approved', 3: 'rejected' }),
  // 168-partial-closes.sql
  'positions.profit': (profit) => (profit === 'null' ? '0' : profit),
};
/** Columns that are gone. */
const DROPPED: ReadonlySet<string> = new Set([
  // 110-transfers.sql
  'contest_entries.prize_tries',
]);

/** All rows of all tables but that of the migrations, as PostgreSQL writes their values in JSON. */
async function rowsOf(session: pg.Client): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows: tables } = await session.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = new Map<string, Row[]>();
  for (const { name } of tables.filter((table) => table.name !== OWN_TABLE)) {
    const found = await session.query<{ row: Row }>(
      `SELECT (SELECT jsonb_object_agg(key, value::text) FROM jsonb_each(to_jsonb(t))) AS row FROM "${name}" AS t`,
    );
    rows.set(
      name,
      found.rows.map(({ row }) => row),
    );
  }
  return rows;
}

/** Rows as sorted texts of these columns. */
function textsOf(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows
    .map((row) => JSON.stringify(columns.map((column) => [column, row[column]])))
    .sort((one, other) => (one < other ? -1 : 1));
}

// A table that is empty in a recording proves nothing: `empty-tables.test.ts` names them.
describe.each(goldenVersions())('the database that version %s left', (version) => {
  test('keeps each row and each value through the migrations since', async () => {
    const recorded = readDatabase(version, SET)
      .tables.filter(({ name, rows }) => rows.length > 0 && !NOT_RESTORED.has(name))
      .map(({ name }) => name);
    const dataDir = temporaryDataDir();
    await restoreGolden(dataDir, version, SET);
    const postgres = await startEmbeddedPostgres(dataDir);
    const session = new pg.Client({ connectionString: postgres.url });
    try {
      await session.connect();
      const before = await rowsOf(session);
      await migrate(session);
      const after = await rowsOf(session);
      const filled = [...before].filter(([, rows]) => rows.length > 0);
      expect(filled.map(([table]) => table)).toEqual(expect.arrayContaining(recorded));
      for (const [table, rows] of filled) {
        const columns = Object.keys(rows[0] ?? {}).filter(
          (column) => !DROPPED.has(`${table}.${column}`),
        );
        const expected = rows.map((row) =>
          Object.fromEntries(
            columns.map((column) => [
              column,
              (REWRITTEN[`${table}.${column}`] ?? ((value) => value))(row[column] ?? ''),
            ]),
          ),
        );
        expect(textsOf(after.get(table) ?? [], columns), table).toEqual(textsOf(expected, columns));
      }
    } finally {
      await session.end();
      await postgres.stop();
      removeDataDir(dataDir);
    }
  });
});
