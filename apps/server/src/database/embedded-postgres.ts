/**
 * Owns the PostgreSQL child process of a server without DATABASE_URL: creates the cluster on first
 * use, clears the leftovers of a killed server, starts the process, reports its death, stops it.
 *
 * Promises: a commit is on disk when it is acknowledged (fsync and full_page_writes on). It listens
 * on 127.0.0.1 only, on a free port, with a random password kept in DATA_DIR. It does not restart a
 * dead database: the server ends instead and the next start recovers, because commands in flight
 * then have exactly one reading.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { Fault } from '../fault.ts';
import { prepareClusterFolder, preparePostgresHome, type PostgresHome } from './postgres-home.ts';
import { clearLeftovers, lockLines } from './postgres-processes.ts';

const USER = 'meridian';
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const MAX_START_ATTEMPTS = 50;
const RETRY_MS = 200;
const LITTLE_SPACE_BYTES = 50_000_000;
/** The first message about a crash names its cause; the rest follows from it. */
const LAST_WORDS = /(PANIC: .*|LOG: [a-z ]+\(PID \d+\) was terminated by .*)/;
const MAX_LOG_BYTES = 10_000_000;

/** Durable first, then tuned for many small commits on a small machine. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'off',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  shared_buffers: '128MB',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m ',
  // Logs neither values of rows nor statements: they contain people's addresses and names.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export interface EmbeddedPostgres {
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Settles when the process ends without `stop()`, with the reason. */
  readonly died: Promise<Fault>;
  /**
   * PostgreSQL's own messages about a crash since its start, and whether the disk is full: the end
   * of a sentence, or empty.
   */
  lastWords(): string;
  /** Ends sessions, writes all data and stops. */
  stop(): Promise<void>;
}

/** Starts the database of `dataDir`, an existing absolute path whose lock the caller holds. */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const home = preparePostgresHome(dataDir);
  const password = readOrCreatePassword(
    join(dataDir, 'postgres-password'),
    existsSync(home.cluster),
  );
  if (!existsSync(home.cluster)) createCluster(home, password);
  // The real path: the database's user may not be able to follow the link in DATA_DIR.
  const cluster = realpathSync(home.cluster);
  const logFile = join(dataDir, 'postgres.log');
  limitLog(logFile);
  for (let attempt = 1; ; attempt++) {
    await clearLeftovers(cluster);
    const started = await tryStart({ ...home, cluster }, logFile);
    if ('child' in started) return supervise(started, { password, logFile, cluster });
    // Transient: an orphan still holds shared memory, or another process took the port between
    // choice and use.
    const isTransient =
      /shared memory block|lock file|could not (?:bind|create)|Address already in use/.test(
        started.log,
      );
    if (!isTransient || attempt === MAX_START_ATTEMPTS) {
      throw new Fault(
        'database_unavailable',
        `PostgreSQL did not start (see ${logFile})${spaceNote(cluster)}:\n${started.log}`,
      );
    }
    await delay(RETRY_MS);
  }
}

function readOrCreatePassword(file: string, clusterExists: boolean): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (clusterExists)
    throw new Fault(
      'database_unavailable',
      `${file} is missing: without it the database cannot be opened`,
    );
  const password = randomBytes(24).toString('base64url');
  const descriptor = openSync(file, 'wx', 0o600);
  writeFileSync(descriptor, `${password}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  return password;
}

function createCluster(home: PostgresHome, password: string): void {
  const { folder, publish } = prepareClusterFolder(home);
  const passwordFile = `${folder}.pw`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (home.runAs !== undefined) chownSync(passwordFile, home.runAs.uid, home.runAs.gid);
  const initdb = spawnSync(
    join(home.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting by code point, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...home.runAs, cwd: '/', env: cleanEnvironment(), encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (initdb.status !== 0) {
    const why = initdb.error?.message ?? initdb.stderr;
    throw new Fault(
      'database_unavailable',
      `the database could not be created in ${folder}: ${why}`,
    );
  }
  publish();
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
  /** Offset at which its part of the log begins. */
  readonly logStart: number;
}

/** One attempt: the running child, or PostgreSQL's log up to its end. */
async function tryStart(home: PostgresHome, logFile: string): Promise<Started | { log: string }> {
  const port = await freePort();
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(join(home.binaries, 'bin', 'postgres'), ['-D', home.cluster, ...settings], {
    ...home.runAs,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    // A session of its own: Ctrl-C in the terminal must not stop the database before the engine has
    // drained.
    detached: true,
  });
  closeSync(log);
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(readFileSync(logFile, 'utf8').slice(logStart)));
  });
  const pid = child.pid;
  const ended = await Promise.race([
    failed,
    pid === undefined ? failed : untilReady(join(home.cluster, 'postmaster.pid'), pid),
  ]);
  if (ended !== 'ready') return { log: ended };
  if (pid === undefined) return { log: 'no process' };
  return { child, pid, port, logStart };
}

/** The last line of the lock file says `ready` once PostgreSQL accepts connections. */
async function untilReady(lockFile: string, pid: number): Promise<string> {
  const pollMs = 10;
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += pollMs) {
    await delay(pollMs);
    const lines = lockLines(lockFile);
    if (lines[0] === String(pid) && lines[7] === 'ready') return 'ready';
  }
  return `it was not ready within ${START_TIMEOUT_MS / 1000} s`;
}

function supervise(
  { child, pid, port, logStart }: Started,
  { password, logFile, cluster }: { password: string; logFile: string; cluster: string },
): EmbeddedPostgres {
  let isStopping = false;
  const exited = once(child, 'exit');
  const died = new Promise<Fault>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping)
        resolve(
          new Fault(
            'database_unavailable',
            `PostgreSQL ended unexpectedly (${signal ?? `code ${code}`})`,
          ),
        );
    });
  });
  const stopWithProcess = (): void => {
    child.kill('SIGINT');
  };
  // Last resort when the server ends without stop(): a fast shutdown without waiting for its end.
  process.once('exit', stopWithProcess);
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    pid,
    died,
    lastWords() {
      const words = LAST_WORDS.exec(readFileSync(logFile).subarray(logStart).toString())?.[1];
      return `${words === undefined ? '' : `. PostgreSQL wrote: ${words}`}${spaceNote(cluster)}`;
    },
    async stop() {
      isStopping = true;
      process.off('exit', stopWithProcess);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      const forced = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(forced);
    },
  };
}

/** On a full disk PostgreSQL cannot even write its reason to stop. */
function spaceNote(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  return freeBytes < LITTLE_SPACE_BYTES
    ? `; the disk of ${folder} is full: ${Math.floor(freeBytes / 1_000_000)} MB are left`
    : '';
}

function limitLog(file: string): void {
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
}

/**
 * Keeps the caller's PG* variables and language from changing the database's behaviour or output.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
