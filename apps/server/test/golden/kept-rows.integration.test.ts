import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { goldenVersions } from './golden-set.ts';
import { restoreGolden } from './restore-database.ts';

const SET = 'whole';
/** Its rows are the migrations themselves. */
const OWN_TABLE = 'schema_migrations';
const TIMEOUT_MS = 120_000;

type Row = Readonly<Record<string, unknown>>;

/** Words in place of the numbers of the wire. */
const inWords =
  (words: Readonly<Record<number, string>>) =>
  (value: unknown): unknown =>
    typeof value === 'number' ? words[value] : value;

/** Stored values that a migration writes anew, `TABLE.COLUMN`, and what it makes of them. */
const REWRITTEN: Readonly<Record<string, (value: unknown) => unknown>> = {
  // 150-position-words.sql
  'positions.status': inWords({ 0: 'waiting', 1: 'open', 3: 'closed', 4: 'cancelled' }),
  // 151-review-words.sql
  'users.review_status': inWords({ 0: 'none', 1: 'underReview', 2: 'approved', 3: 'rejected' }),
  'identity_applications.status': inWords({ 1: 'underReview', 2: 'approved', 3: 'rejected' }),
  // 168-partial-closes.sql
  'positions.profit': (profit) => profit ?? 0,
};
/** Columns that are gone. */
const DROPPED: ReadonlySet<string> = new Set([
  // 110-transfers.sql
  'contest_entries.prize_tries',
]);

/** All rows of all tables but that of the migrations, as PostgreSQL writes them in JSON. */
async function rowsOf(session: pg.Client): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows: tables } = await session.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = new Map<string, Row[]>();
  for (const { name } of tables.filter((table) => table.name !== OWN_TABLE)) {
    const found = await session.query<{ row: Row }>(
      `SELECT to_jsonb(t) AS row FROM "${name}" AS t`,
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

describe.each(goldenVersions())('the database that version %s left', (version) => {
  test(
    'keeps each row and each value through the migrations since',
    { timeout: TIMEOUT_MS },
    async () => {
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
        expect(filled.length).toBeGreaterThan(25);
        for (const [table, rows] of filled) {
          const columns = Object.keys(rows[0] ?? {}).filter(
            (column) => !DROPPED.has(`${table}.${column}`),
          );
          const expected = rows.map((row) =>
            Object.fromEntries(
              columns.map((column) => [
                column,
                (REWRITTEN[`${table}.${column}`] ?? ((value) => value))(row[column]),
              ]),
            ),
          );
          expect(textsOf(after.get(table) ?? [], columns), table).toEqual(
            textsOf(expected, columns),
          );
        }
      } finally {
        await session.end();
        await postgres.stop();
        removeDataDir(dataDir);
      }
    },
  );
});
