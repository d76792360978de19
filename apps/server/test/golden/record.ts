/** Records golden sets from the version that is checked out. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pgTypes } from '../../src/database/database.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { checkChain } from './golden-chain.ts';
import {
  writeSet,
  type GoldenAnswer,
  type GoldenDatabase,
  type GoldenEntry,
  type GoldenManifest,
  type GoldenSnapshot,
  type GoldenTable,
  type Recording,
} from './golden-set.ts';
import { newestSnapshot, readJournal } from './read-recorded.ts';
import { recordEngine } from './record-engine.ts';
import { RecordedServer } from './recorded-server.ts';
import type { Scenario } from './scenario.ts';
import { contest } from './scenarios/contest.ts';
import { contracts } from './scenarios/contracts.ts';
import { custody } from './scenarios/custody.ts';
import { fees } from './scenarios/fees.ts';
import { ownLimits } from './scenarios/own-limits.ts';
import { p2p } from './scenarios/p2p.ts';
import { products } from './scenarios/products.ts';
import { seconds } from './scenarios/seconds.ts';
import { spot } from './scenarios/spot.ts';
import { rebates } from './scenarios/rebates.ts';
import { sales } from './scenarios/sales.ts';
import { votes } from './scenarios/votes.ts';
import { whole } from './scenarios/whole.ts';

const SCENARIOS = [
  spot,
  contracts,
  seconds,
  custody,
  contest,
  p2p,
  products,
  fees,
  votes,
  rebates,
  sales,
  ownLimits,
  whole,
];
/**
 * Kept by itself (the journal), or made anew by a server that lacks it (the past of the charts: a
 * million numbers from the feed).
 */
const NOT_KEPT: Readonly<Record<string, string>> = {
  journal: 'false',
  journal_snapshots: 'false',
  candles: 'not history and earlier is null',
};

/**
 * Plays every scenario that is named (all without names) and writes the sets and the manifest into
 * a folder.
 */
export async function record(
  folder: string,
  of: Pick<GoldenManifest, 'rules' | 'commit'>,
  names: readonly string[],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const keep = (recording: Recording): void => {
    checkChain(recording.rows, recording.headHash, recording.snapshots);
    const entry = writeSet(folder, recording);
    enter(folder, of, entry);
    process.stdout.write(
      `${recording.name}: ${entry.rows} rows, ${entry.snapshots.length} snapshots\n`,
    );
  };
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  for (const scenario of SCENARIOS)
    if (isWanted(scenario.name)) keep(await recordScenario(scenario));
  for (const index of [0, 1] as const)
    if (isWanted(`engine-${index + 1}`)) keep(await recordEngine(index));
}

/** Writes the entry of a set into the manifest, in place of its earlier entry. */
function enter(
  folder: string,
  of: Pick<GoldenManifest, 'rules' | 'commit'>,
  entry: GoldenEntry,
): void {
  const file = join(folder, 'manifest.json');
  // A set of a product that is newer than the version joins those of the version.
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as GoldenManifest)
    : { ...of, sets: [] };
  const others = known.sets.filter(({ name }) => name !== entry.name);
  const manifest: GoldenManifest = {
    ...known,
    sets: [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

async function recordScenario({ name, acts, asks }: Scenario): Promise<Recording> {
  const dataDir = temporaryDataDir();
  const snapshots: GoldenSnapshot[] = [];
  let answers: GoldenAnswer[] = [];
  try {
    for (const [index, { shiftMs, settings = {}, play }] of acts.entries()) {
      const server = await RecordedServer.start(dataDir, { shiftMs: shiftMs?.() ?? 0, settings });
      try {
        await play(server);
        if (asks !== undefined && index === acts.length - 1) answers = await asks(server);
        await server.stop();
      } catch (error) {
        await server.process.kill();
        throw new Error(`${name}, act ${index + 1}`, { cause: error });
      }
      snapshots.push(...(await withDatabase(dataDir, newestSnapshot)));
    }
    const { rows, headHash } = await withDatabase(dataDir, readJournal);
    const database =
      asks === undefined
        ? undefined
        : await withDatabase(dataDir, (session) => readTables(session, answers));
    return { name, rows, headHash, snapshots, database };
  } finally {
    removeDataDir(dataDir);
  }
}

async function withDatabase<T>(
  dataDir: string,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedPostgres(dataDir);
  const session = new pg.Client({ connectionString: database.url, types: pgTypes() });
  try {
    await session.connect();
    return await work(session);
  } finally {
    await session.end();
    await database.stop();
  }
}

/** Every table but the journal, each row as PostgreSQL writes it as text. */
async function readTables(
  session: pg.Client,
  answers: readonly GoldenAnswer[],
): Promise<GoldenDatabase> {
  await session.query("SET timezone TO 'UTC'");
  const { rows: names } = await session.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname",
  );
  const tables: GoldenTable[] = [];
  for (const { name } of names) {
    const { rows } = await session.query<{ row: string }>(
      `SELECT t::text AS row FROM "${name}" t WHERE ${NOT_KEPT[name] ?? 'true'} ORDER BY 1`,
    );
    tables.push({ name, rows: rows.map(({ row }) => row) });
  }
  const { rows: sequences } = await session.query<{ name: string; value: string }>(
    "SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1",
  );
  return { tables, sequences, answers };
}
