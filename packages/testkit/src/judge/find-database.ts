/**
 * Finds the journal: DATABASE_URL, or the embedded PostgreSQL of DATA_DIR. A running one has its
 * port in its lock file; a stopped one is started by the server's own program, without the server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const SERVE_DATABASE = fileURLToPath(
  new URL('../../../../apps/server/src/database/serve-database.ts', import.meta.url),
);
/** Lines of PostgreSQL's lock file: the port, and whether it accepts connections. */
const PORT_LINE = 3;
const STATE_LINE = 7;

export interface FoundDatabase {
  readonly url: string;
  close(): Promise<void>;
}

export async function findDatabase(environment: NodeJS.ProcessEnv): Promise<FoundDatabase> {
  const { DATABASE_URL: given = '', DATA_DIR: folder = '' } = environment;
  if (given !== '') return { url: given, close: () => Promise.resolve() };
  const dataDir = resolve(folder === '' ? '.data' : folder);
  const running = runningIn(dataDir);
  if (running !== undefined && (await answers(running)))
    return { url: running, close: () => Promise.resolve() };
  return start(dataDir);
}

function runningIn(dataDir: string): string | undefined {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster))
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  const lock = join(realpathSync(cluster), 'postmaster.pid');
  if (!existsSync(lock)) return undefined;
  const lines = readFileSync(lock, 'utf8').split('\n');
  if (lines[STATE_LINE]?.trim() !== 'ready') return undefined;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return `postgres://meridian:${password}@127.0.0.1:${lines[PORT_LINE] ?? ''}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function start(dataDir: string): Promise<FoundDatabase> {
  const child = spawn(process.execPath, [SERVE_DATABASE], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited]);
  if (child.exitCode !== null) throw new Error(`the database of ${dataDir} does not start`);
  return {
    url: String(first[0]),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
