/**
 * Clears a cluster of the leftovers of an earlier server: a postmaster that outlived it (`kill -9`
 * of the server), backends that outlived their postmaster, and a lock file whose process id may
 * belong to another process by now.
 *
 * Callers hold the lock of DATA_DIR (data-dir-lock.ts), so every process on this cluster belongs to
 * a dead server.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../fault.ts';

const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5000;
const POLL_MS = 20;

/**
 * Stops the cluster's processes, then removes its lock file.
 * @param folder real path of the cluster
 */
export async function clearLeftovers(folder: string): Promise<void> {
  const lockFile = join(folder, 'postmaster.pid');
  // First the postmaster alone, so that it can end its backends and write its data; then all
  // processes at once.
  const postmaster = lockedBy(lockFile);
  if (postmaster !== undefined && processesOf(folder).includes(postmaster))
    signal([postmaster], 'SIGINT');
  else signal(processesOf(folder), 'SIGQUIT');
  if (!(await areGone(folder, FAST_STOP_MS))) {
    signal(processesOf(folder), 'SIGQUIT');
    if (!(await areGone(folder, IMMEDIATE_STOP_MS))) {
      signal(processesOf(folder), 'SIGKILL');
      if (!(await areGone(folder, IMMEDIATE_STOP_MS))) {
        throw new Fault(
          'database_unavailable',
          `an earlier PostgreSQL on ${folder} does not stop (process ${processesOf(folder).join(', ')})`,
        );
      }
    }
  }
  rmSync(lockFile, { force: true });
}

/** The lines of a lock file: none without a file, which PostgreSQL removes as it ends. */
export function lockLines(lockFile: string): string[] {
  try {
    return readFileSync(lockFile, 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

/** The process id in a lock file; undefined without one. */
function lockedBy(lockFile: string): number | undefined {
  const [pid] = lockLines(lockFile);
  return pid === undefined ? undefined : Number(pid);
}

async function areGone(folder: string, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
    if (processesOf(folder).length === 0) return true;
    await delay(POLL_MS);
  }
  return false;
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process ended meanwhile.
    }
  }
}

/**
 * The living PostgreSQL processes of a cluster. Each of them has the cluster as its working
 * directory.
 * @param folder its real path
 */
export function processesOf(folder: string): number[] {
  if (platform() !== 'linux') return processByCommandLine(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresIn(folder, name))
    .map(Number);
}

function isPostgresIn(folder: string, pid: string): boolean {
  try {
    // A replaced binary reads "postgres (deleted)". A zombie has no exe and no cwd, so that reading
    // them fails.
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).split(' ', 1)[0];
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/**
 * Without /proc: the postmaster alone, recognised by `postgres ... -D folder` in its command line.
 */
function processByCommandLine(folder: string): number[] {
  const pid = lockedBy(join(folder, 'postmaster.pid'));
  if (pid === undefined) return [];
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(folder) ? [pid] : [];
  } catch {
    return [];
  }
}
