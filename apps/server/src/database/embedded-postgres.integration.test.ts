import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { removeDataDir, temporaryDataDir } from './temporary-database.ts';

const isRoot = process.getuid?.() === 0;
const running: EmbeddedPostgres[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  for (const folder of folders.splice(0)) removeDataDir(folder);
});

function newFolder(): string {
  const folder = temporaryDataDir();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(dataDir);
  running.push(database);
  return database;
}

async function query<Row extends pg.QueryResultRow>(
  { url }: EmbeddedPostgres,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const lockFile = (dataDir: string): string =>
  join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid');
const KEEP = 'CREATE TABLE kept AS SELECT 42 AS answer';

describe('the embedded PostgreSQL', () => {
  it('starts, commits to the disk, stops cleanly and keeps what it has', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    const settings = await query<{ name: string; setting: string }>(
      first,
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories') ORDER BY name",
    );
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=127.0.0.1',
      'synchronous_commit=on',
      'unix_socket_directories=',
    ]);
    await query(first, KEEP);
    await first.stop();
    expect(existsSync(lockFile(dataDir))).toBe(false);
    const again = await start(dataDir);
    expect(await query(again, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('refuses a wrong password and keeps its own from others', async () => {
    const dataDir = newFolder();
    const database = await start(dataDir);
    expect(lstatSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    const wrong = { ...database, url: database.url.replace(/:[^:@]+@/, ':wrong@') };
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('tells when it dies, and recovers from it at the next start, orphans and all', async () => {
    const dataDir = newFolder();
    const database = await start(dataDir);
    await query(database, KEEP);
    // A busy backend outlives its postmaster and keeps the shared memory.
    const orphan = query(database, 'SELECT pg_sleep(600)').catch(() => 'ended');
    await query(database, 'SELECT 1');
    process.kill(database.pid, 'SIGKILL');
    expect((await database.died).code).toBe('database_unavailable');
    const again = await start(dataDir);
    expect(await query(again, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await orphan).toBe('ended');
  });

  it('stops the one that a killed server left running', async () => {
    const dataDir = newFolder();
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
      const database = await startEmbeddedPostgres(${JSON.stringify(dataDir)});
      process.stdout.write(String(database.pid));`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(server.stdout, 'data')) as [Buffer];
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(process.kill(Number(pid.toString()), 0)).toBe(true);
    const again = await start(dataDir);
    expect(again.pid).not.toBe(Number(pid.toString()));
    expect(await query(again, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it("removes a stale lock file that names somebody else's process, and leaves that process alone", async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const stranger = spawn('sleep', ['600']);
    writeFileSync(
      lockFile(dataDir),
      `${stranger.pid}\n${realpathSync(join(dataDir, 'postgres'))}\n1700000000\n5432\n\n127.0.0.1\n        0         0\nready\n`,
    );
    const again = await start(dataDir);
    expect(await query(again, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('starts over after a first start that was killed half way', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres.new'));
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18');
    expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says what is wrong when the password is gone', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    rmSync(join(dataDir, 'postgres-password'));
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(/postgres-password is missing/);
  });

  it.skipIf(!isRoot)(
    'as root: lies beside DATA_DIR where its user may not enter it, inside otherwise',
    async () => {
      const closed = newFolder();
      await start(closed);
      expect(lstatSync(join(closed, 'postgres')).isSymbolicLink()).toBe(true);
      expect(lstatSync(closed).mode & 0o777).toBe(0o700);

      const open = newFolder();
      chmodSync(open, 0o755);
      await start(open);
      expect(lstatSync(join(open, 'postgres')).isDirectory()).toBe(true);
      expect(lstatSync(join(open, 'postgres')).uid).not.toBe(0);
    },
  );

  it.skipIf(!isRoot)('as an ordinary user: keeps everything in DATA_DIR', () => {
    const dataDir = newFolder();
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
    spawnSync('chown', [String(nobody), dataDir]);
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
      await (await startEmbeddedPostgres(${JSON.stringify(dataDir)})).stop();`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      uid: nobody,
      gid: nobody,
      cwd: tmpdir(),
      encoding: 'utf8',
    });
    // A checkout that this user may not read cannot be tested with it.
    if (/EACCES/.test(child.stderr)) return;
    expect(child.stderr).toBe('');
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
    expect(lstatSync(join(dataDir, 'postgres')).uid).toBe(nobody);
  });
});

describe('the lock of DATA_DIR', () => {
  it('has one holder at a time', async () => {
    const dataDir = newFolder();
    const unlock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(/another server is running/);
    unlock();
    (await lockDataDir(dataDir))();
  });
});
