/**
 * A database for tests: a real embedded PostgreSQL in a temporary folder. Never imported by the
 * server.
 *
 * Creating and migrating a cluster takes longer than most tests: a run of tests does it once
 * (`prepareDataDir`), and each database begins as a copy of those files.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from './database.ts';
import { prepareClusterFolder, preparePostgresHome } from './postgres-home.ts';

/** Names the folder to copy, for the processes of a run. */
const PREPARED = 'PREPARED_DATA_DIR';
const CLUSTER = 'postgres';

export interface TemporaryDatabase extends Database {
  readonly dataDir: string;
  /** Stops the database and removes everything that it wrote. */
  remove(): Promise<void>;
}

/** Starts (in less than a second) a migrated database of its own; call `remove()` when done. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const dataDir = preparedDataDir();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  return {
    ...database,
    dataDir,
    async remove() {
      await database.close();
      removeDataDir(dataDir);
    },
  };
}

/**
 * Makes the DATA_DIR that those of this process and of its children begin as, with a migrated
 * database.
 * @returns its path
 */
export async function prepareDataDir(): Promise<string> {
  const dataDir = temporaryDataDir();
  await (await openDatabase({ dataDir, databaseUrl: undefined })).close();
  process.env[PREPARED] = dataDir;
  return dataDir;
}

/** A copy of the DATA_DIR that the run has prepared; without one, an empty one. */
export function preparedDataDir(): string {
  const dataDir = temporaryDataDir();
  const prepared = process.env[PREPARED];
  if (prepared === undefined) return dataDir;
  const { folder, publish } = prepareClusterFolder(preparePostgresHome(dataDir));
  execFileSync('cp', ['-pPR', `${realpathSync(join(prepared, CLUSTER))}/.`, folder]);
  for (const name of readdirSync(prepared))
    if (name !== CLUSTER) cpSync(join(prepared, name), join(dataDir, name), { recursive: true });
  publish();
  return dataDir;
}

/**
 * A private folder, like most temporary folders: for root the database lies elsewhere, behind a
 * link.
 */
export function temporaryDataDir(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'meridian-test-')));
}

/** Removes a DATA_DIR with the cluster at the end of its link. */
export function removeDataDir(dataDir: string): void {
  try {
    rmSync(realpathSync(join(dataDir, CLUSTER)), { recursive: true, force: true });
  } catch {
    // No cluster was created.
  }
  rmSync(dataDir, { recursive: true, force: true });
}
