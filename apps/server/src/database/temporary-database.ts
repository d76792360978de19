/**
 * A database for tests: a real embedded PostgreSQL in a temporary folder. Never imported by the
 * server.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from './database.ts';

export interface TemporaryDatabase extends Database {
  readonly dataDir: string;
  /** Stops the database and removes everything that it wrote. */
  remove(): Promise<void>;
}

/** Starts (in about a second) a migrated database of its own; call `remove()` when done. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const dataDir = temporaryDataDir();
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
 * A private folder, like most temporary folders: for root the database lies elsewhere, behind a
 * link.
 */
export function temporaryDataDir(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'meridian-test-')));
}

/** Removes a DATA_DIR with the cluster at the end of its link. */
export function removeDataDir(dataDir: string): void {
  try {
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  } catch {
    // No cluster was created.
  }
  rmSync(dataDir, { recursive: true, force: true });
}
