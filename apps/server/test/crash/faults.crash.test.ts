import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import type { Audit } from './journal-audit.ts';
import { Scene } from './scene.ts';

const ORDERS = 30;
const MIB = 1 << 20;

let scene: Scene | undefined;
let undo: (() => void)[] = [];

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
  for (const step of undo.reverse()) step();
  undo = [];
});

async function open(options?: Parameters<typeof Scene.open>[0]): Promise<Scene> {
  scene = await Scene.open(options);
  expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
  return scene;
}

function expectNothingLost(audit: Audit): void {
  expect(audit).toMatchObject({ lost: [], doubled: [], projections: [] });
  expect(audit.storedHash).toBe(audit.replayedHash);
}

/** Settles once the server's output matches. */
async function written({ server }: Scene, expected: RegExp): Promise<void> {
  await expect.poll(() => server.errors, { timeout: 20_000 }).toMatch(expected);
}

async function askDatabase(url: string, query: string): Promise<unknown[]> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ answer: unknown }>(query);
    return rows.map(({ answer }) => answer);
  } finally {
    await admin.end();
  }
}

describe('a database that stands still', () => {
  it('for some seconds holds orders up, says so, and loses nothing', async () => {
    const { server, load, address } = await open();
    const before = load.acknowledged.length;
    server.freezeDatabase();
    const held = load.trade(address, 1);
    const readiness = async (): Promise<unknown> => (await fetch(`${address}/readyz`)).json();
    await written(
      scene as Scene,
      /the database has not confirmed a commit for 2 s; every order waits for it/,
    );
    await expect
      .poll(readiness, { timeout: 10_000 })
      .toMatchObject({ ready: false, waitingFor: ['database'] });
    expect(load.acknowledged).toHaveLength(before);
    server.thawDatabase();
    expect(await held).toBe(1);
    await expect.poll(readiness).toMatchObject({ ready: true });
    await written(scene as Scene, /the database answers again: the commit took \d+ ms/);
    expect(await load.trade(address, ORDERS)).toBe(ORDERS);
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });

  it('for longer than DATABASE_TIMEOUT ends the server without an answer; the order gets its one answer after the next start', async () => {
    const { server, load, address } = await open({ settings: { DATABASE_TIMEOUT: '3' } });
    server.freezeDatabase();
    const [answered, code] = await Promise.all([load.trade(address, 1), server.ended]);
    expect({ answered, code }).toEqual({ answered: 0, code: 1 });
    expect(server.errors).toContain(
      'Meridian has stopped: the journal could not be written: Query read timeout',
    );
    // The next start finds the database still frozen, and replaces it.
    await scene?.startAgain();
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });
});

describe('a database that is lost', () => {
  it('by kill -9 is named as the reason', async () => {
    const { server } = await open();
    expect(await server.killDatabase()).toBe(1);
    expect(server.errors).toMatch(
      /Meridian has stopped: PostgreSQL ended unexpectedly \(SIGKILL\)/,
    );
    await scene?.startAgain();
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });

  it('by the crash of one of its processes ends the server with what PostgreSQL wrote', async () => {
    const { server } = await open();
    const [pid] = await askDatabase(
      server.databaseUrl(),
      "SELECT pid AS answer FROM pg_stat_activity WHERE application_name = 'meridian-journal'",
    );
    process.kill(Number(pid), 'SIGKILL');
    expect(await server.ended).toBe(1);
    expect(server.errors).toMatch(
      /Meridian has stopped: .*PostgreSQL wrote: LOG: +(client backend|server process) \(PID \d+\) was terminated by signal 9: Killed/,
    );
    await scene?.startAgain();
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });

  it('to another session that takes the lock away ends the server', async () => {
    const { server } = await open();
    await askDatabase(
      server.databaseUrl(),
      "SELECT pg_terminate_backend(pid) AS answer FROM pg_stat_activity WHERE application_name = 'meridian-journal'",
    );
    expect(await server.ended).toBe(1);
    expect(server.errors).toMatch(
      /Meridian has stopped: the journal('s session broke| could not be written): .*terminat/,
    );
    await scene?.startAgain();
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });
});

/** Mounts a small disk of its own; undefined without the right to. */
function smallDisk(mebibytes: number): string | undefined {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'meridian-disk-')));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'meridian-test', folder],
      { stdio: 'pipe' },
    );
  } catch {
    return undefined;
  }
  undo.push(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Writes a file until the disk is full. */
function fillUp(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let size = MIB; size >= 4096; size /= 2) {
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
      } catch {
        // Smaller pieces may still fit.
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

describe('a full disk', () => {
  it('ends the server with that reason, refuses the next start with it, and loses nothing', async (context) => {
    const disk = smallDisk(320);
    if (disk === undefined) context.skip('only root may mount a small disk');
    const dataDir = join(disk ?? '', 'data');
    mkdirSync(dataDir);
    const { server, load, address } = await open({ dataDir });
    const ballast = join(disk ?? '', 'ballast');
    fillUp(ballast);
    const [, code] = await Promise.all([load.run(address), server.ended]);
    expect(code).toBe(1);
    expect(server.errors).toMatch(
      /Meridian has stopped: .*(No space left on device|the disk of .* is full)/,
    );
    process.stdout.write(`full disk: ${server.errors}\n`);
    fillUp(ballast);
    const refusal = await scene?.refusedStart();
    process.stdout.write(`start on a full disk: ${refusal}\n`);
    expect(refusal).toMatch(/No space left on device|the disk of .* is full/);
    rmSync(ballast);
    await scene?.startAgain();
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });
});

describe('a second server', () => {
  it('on the same DATA_DIR or database is refused, and the first one goes on', async () => {
    const { server, load, address } = await open();
    const other = temporaryDataDir();
    undo.push(() => removeDataDir(other));
    expect(await scene?.refusedStart()).toContain(
      `Meridian has stopped: another server is running on ${server.dataDir}`,
    );
    expect(
      await scene?.refusedStart({
        dataDir: other,
        settings: { DATABASE_URL: server.databaseUrl() },
      }),
    ).toContain('Meridian has stopped: another server is running on this database');
    expect(await load.trade(address, ORDERS)).toBe(ORDERS);
    expectNothingLost(await (scene as Scene).stopAndAudit());
  });
});
