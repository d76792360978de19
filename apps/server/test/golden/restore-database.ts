/**
 * Makes a DATA_DIR as a server of an earlier version left it: its schema by its own migrations,
 * then every row that it had.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { STORED_PERIODS } from '@meridian/contract/market/candle-period';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Candle } from '../../src/modules/market/candles.ts';
import { aggregate } from '../../src/modules/market/projection.ts';
import { fieldPurpose, SEALED_FIELDS, type SealedTable } from '../../src/sealed/sealed-fields.ts';
import { openSecrets } from '../../src/secrets.ts';
import pg from 'pg';
import { hashesOf } from './golden-chain.ts';
import { readDatabase, readRows, readSnapshots, type GoldenDatabase } from './golden-set.ts';

/** In place of a text that a recording has sealed. */
export const SEALED_ANEW = 'sealed anew';
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** @param dataDir an empty folder */
export async function restoreGolden(dataDir: string, version: string, set: string): Promise<void> {
  const database = readDatabase(version, set);
  const postgres = await startEmbeddedPostgres(dataDir);
  const session = new pg.Client({ connectionString: postgres.url });
  try {
    await session.connect();
    await session.query("SET timezone TO 'UTC'");
    await migrateAsThen(session, database);
    // Rows come table by table: a row may refer to one that comes later.
    await session.query('SET session_replication_role = replica');
    await fillTables(session, database);
    await sealAnew(session, dataDir);
    await fillLongBars(session);
    await fillJournal(session, version, set);
    await session.query('SET session_replication_role = DEFAULT');
  } finally {
    await session.end();
    await postgres.stop();
  }
}

/**
 * Runs the migrations that the version had, as the files are now, and throws where one of them is
 * not the one that was run then.
 */
async function migrateAsThen(session: pg.Client, { tables }: GoldenDatabase): Promise<void> {
  // `(name,checksum,time)`
  const applied = (tables.find(({ name }) => name === 'schema_migrations')?.rows ?? []).map((row) =>
    row.slice(1).split(','),
  );
  const folder = mkdtempSync(join(tmpdir(), 'meridian-migrations-'));
  try {
    for (const [name = ''] of applied) copyFileSync(join(MIGRATIONS, name), join(folder, name));
    await migrate(session, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { rows } = await session.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  const checksums = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const [name = '', checksum] of applied) {
    if (checksums.get(name) !== checksum)
      throw new Error(`migration ${name} is not the one that was applied`);
  }
}

async function fillTables(
  session: pg.Client,
  { tables, sequences }: GoldenDatabase,
): Promise<void> {
  for (const { name, rows } of tables) {
    // The server makes it itself: no migration does.
    if (name === 'server_login') continue;
    // A migration puts rows of its own into some.
    await session.query(`DELETE FROM "${name}"`);
    await session.query(
      `INSERT INTO "${name}" OVERRIDING SYSTEM VALUE SELECT (line::"${name}").* FROM unnest($1::text[]) AS line`,
      [rows],
    );
  }
  for (const { name, value } of sequences)
    await session.query('SELECT setval($1::regclass, $2)', [`"${name}"`, value]);
}

/**
 * The key that sealed a version's texts about people was in a file, which no recording has. So each
 * of them becomes `SEALED_ANEW` under the key of the folder, and the server makes its lasting key
 * anew.
 */
async function sealAnew(session: pg.Client, dataDir: string): Promise<void> {
  const secrets = openSecrets({ dataDir, secretKey: undefined, secretKeysOld: [] });
  const { rows: columns } = await session.query<{ table: string; column: string }>(
    "SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = 'public'",
  );
  const isThere = (table: string, column: string): boolean =>
    columns.some((each) => each.table === table && each.column === column);
  for (const [table, names] of Object.entries(SEALED_FIELDS)) {
    for (const column of names.filter((name) => isThere(table, name))) {
      const { rows } = await session.query<{ user: string }>(
        `SELECT DISTINCT user_id AS user FROM "${table}" WHERE "${column}" LIKE 'sealed%'`,
      );
      for (const { user } of rows)
        await session.query(
          `UPDATE "${table}" SET "${column}" = $1 WHERE user_id = $2 AND "${column}" LIKE 'sealed%'`,
          [
            secrets.sealText(fieldPurpose(table as SealedTable, column, BigInt(user)), SEALED_ANEW),
            user,
          ],
        );
    }
  }
  if (isThere('lasting_keys', 'sealed')) await session.query('DELETE FROM lasting_keys');
}

/**
 * The longer bars in which the exchange opened have prices of the feed and own ones, and were not
 * recorded. Their own part comes back from the minutes here; the server adds that of the feed.
 */
async function fillLongBars(session: pg.Client): Promise<void> {
  const { rows } = await session.query<Record<string, string>>(
    "SELECT * FROM candles WHERE period = '1min' ORDER BY market, source, start_ms",
  );
  const series = Map.groupBy(rows, ({ market, source }) => `${market} ${source}`);
  for (const minutes of series.values()) {
    const { market, source } = minutes[0] ?? {};
    for (const period of STORED_PERIODS) {
      for (const { startMs, open, high, low, close, volumeLots, quoteVolume } of aggregate(
        period,
        minutes.map(candleOf),
      )) {
        const row = [
          market,
          source,
          period,
          startMs,
          open,
          high,
          low,
          close,
          volumeLots,
          quoteVolume,
        ];
        await session.query(
          'INSERT INTO candles VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, null) ON CONFLICT DO NOTHING',
          row,
        );
      }
    }
  }
}

function candleOf(row: Record<string, string>): Candle {
  const whole = (name: string): number => Number(row[name]);
  const [volumeLots, quoteVolume] = [
    BigInt(row['volume_lots'] ?? 0),
    BigInt(row['quote_volume'] ?? 0),
  ];
  return {
    startMs: whole('start_ms'),
    open: whole('open_ticks'),
    high: whole('high_ticks'),
    low: whole('low_ticks'),
    close: whole('close_ticks'),
    volumeLots,
    quoteVolume,
  };
}

async function fillJournal(session: pg.Client, version: string, set: string): Promise<void> {
  const rows = readRows(version, set);
  const values = [
    rows.map(({ seq }) => seq),
    rows.map(({ epoch }) => epoch),
    rows.map(({ timeMs }) => timeMs),
    rows.map(({ payload }) => payload),
    [...hashesOf(rows)],
  ];
  await session.query(
    'INSERT INTO journal (seq, epoch, time_ms, payload, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[])',
    values,
  );
  for (const { seq, stateHash, journalHash, body } of readSnapshots(version, set)) {
    const compressed = gzipSync(body);
    const bodyHash = createHash('sha256').update(compressed).digest();
    const row = [
      seq,
      Buffer.from(stateHash, 'hex'),
      Buffer.from(journalHash, 'hex'),
      compressed,
      bodyHash,
    ];
    await session.query(
      'INSERT INTO journal_snapshots (seq, state_hash, journal_hash, body, body_hash) VALUES ($1, $2, $3, $4, $5)',
      row,
    );
  }
}
