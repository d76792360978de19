import { readConfig, type Config } from '../config.ts';
import { Fault } from '../fault.ts';
import { lockDataDir, makeDataDir } from './data-dir-lock.ts';
import { openDatabase, type Database } from './database.ts';

/**
 * For commands that work on the data while no server runs: opens the database of the settings, runs
 * the command, closes the database. A fault is printed as its message, a bug with its stack; both
 * end the process with status 1.
 */
export async function offline(
  run: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const { dataDir, databaseUrl } = config;
    makeDataDir(dataDir);
    const unlock = await lockDataDir(dataDir);
    const database = await openDatabase({ dataDir, databaseUrl });
    try {
      await run(database, config);
    } finally {
      await database.close();
      unlock();
    }
  } catch (error) {
    process.stderr.write(
      `${error instanceof Fault ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
