/** Runs before the first file of tests: their databases are copies of one that is made here. */
import { prepareDataDir } from '../src/database/temporary-database.ts';

let remove: (() => void) | undefined;

export async function setup(): Promise<void> {
  remove = await prepareDataDir();
}

export function teardown(): void {
  remove?.();
}
