/** Runs before the first file of tests: their databases are copies of one that is made here. */
import { prepareDataDir, removeDataDir } from '../src/database/temporary-database.ts';

let dataDir: string | undefined;

export async function setup(): Promise<void> {
  dataDir = await prepareDataDir();
}

export function teardown(): void {
  if (dataDir !== undefined) removeDataDir(dataDir);
}
