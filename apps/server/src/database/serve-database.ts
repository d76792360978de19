/**
 * Runs the embedded PostgreSQL of a DATA_DIR without a server, for programs that read it: prints
 * its address, and stops it at the end of its input. It changes nothing in the database, and
 * refuses while a server runs.
 */
import { once } from 'node:events';
import { readConfig } from '../config.ts';
import { Fault } from '../fault.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

try {
  const { dataDir } = readConfig(process.env);
  const unlock = await lockDataDir(dataDir);
  const postgres = await startEmbeddedPostgres(dataDir);
  process.stdout.write(`${postgres.url}\n`);
  process.stdin.resume();
  await Promise.race([once(process.stdin, 'end'), postgres.died]);
  await postgres.stop();
  unlock();
} catch (error) {
  process.stderr.write(
    `${error instanceof Fault ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
