import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Scene } from './scene.ts';

const ORDERS = 60;
const PAGE_BYTES = 8192;
const REBUILD = join(import.meta.dirname, '../../src/rebuild.ts');

let scene: Scene | undefined;

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
});

/** A server that has traded and was ended without a last snapshot, or with one. */
async function endedServer(how: 'kill' | 'stop'): Promise<{ scene: Scene; head: number }> {
  const opened = await Scene.open();
  scene = opened;
  expect(await opened.load.trade(opened.address, ORDERS)).toBe(ORDERS);
  await opened.server[how]();
  return { scene: opened, head: await headOf(opened) };
}

async function headOf(opened: Scene): Promise<number> {
  const [row] = await opened.sql('SELECT head_seq::int AS seq FROM journal_fence');
  return Number(row?.['seq']);
}

async function expectAllThere(opened: Scene): Promise<void> {
  await opened.startAgain();
  const audit = await opened.stopAndAudit();
  expect(audit).toMatchObject({ lost: [], doubled: [], projections: [] });
  expect(audit.storedHash).toBe(audit.replayedHash);
}

/** Output and exit code of `npm run rebuild`. */
function rebuild(dataDir: string): { status: number | null; said: string } {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    MODE: 'demo',
    CHAIN_LOCAL: 'off',
    CONTEST: 'off',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [REBUILD], {
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** Flips one bit in the last page of a table's file, where its oldest rows are. */
function flipBit(file: string): void {
  const descriptor = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  let page = 0;
  while (readSync(descriptor, byte, 0, 1, page + PAGE_BYTES) === 1) page += PAGE_BYTES;
  const at = page + PAGE_BYTES - 100;
  readSync(descriptor, byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  writeSync(descriptor, byte, 0, 1, at);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

describe('a damaged journal', () => {
  it('with a changed row is refused by its number', async () => {
    const { scene: opened, head } = await endedServer('kill');
    const row = head - 5;
    await opened.sql(`UPDATE journal SET payload = payload || ' ' WHERE seq = ${row}`);
    expect(await opened.refusedStart()).toContain(
      `Meridian has stopped: journal row ${row} was changed: its hash is wrong; the server does not start on it`,
    );
    await opened.sql(`UPDATE journal SET payload = rtrim(payload) WHERE seq = ${row}`);
    await expectAllThere(opened);
  });

  it.each([
    [
      'inside',
      -5,
      (row: number) => `journal row ${row} is missing; the server does not start on it`,
    ],
    [
      'at its end',
      0,
      (row: number) =>
        `the journal ends at ${row - 1}, but ${row} was its last row: row ${row} is missing or foreign`,
    ],
  ])('with a row missing %s is refused by its number', async (_where, fromHead, message) => {
    const { scene: opened, head } = await endedServer('kill');
    const row = head + fromHead;
    await opened.sql(
      `CREATE TABLE kept AS SELECT * FROM journal WHERE seq = ${row}; DELETE FROM journal WHERE seq = ${row}`,
    );
    expect(await opened.refusedStart()).toContain(`Meridian has stopped: ${message(row)}`);
    await opened.sql('INSERT INTO journal SELECT * FROM kept; DROP TABLE kept');
    await expectAllThere(opened);
  });

  it('in a row that a snapshot covers is found before a rebuild empties anything, and changes no answer', async () => {
    const { scene: opened } = await endedServer('stop');
    await opened.sql(`UPDATE journal SET payload = payload || ' ' WHERE seq = 5`);
    await opened.startAgain();
    for (const known of opened.load.accepted().slice(-5))
      expect(await opened.load.repeat(opened.address, known)).toEqual(known);
    await opened.server.stop();
    const before = await opened.sql('SELECT seq FROM projection_position');
    expect(rebuild(opened.dataDir)).toEqual({
      status: 1,
      said: 'journal row 5 was changed: its hash is wrong; the server does not start on it\n',
    });
    expect(await opened.sql('SELECT seq FROM projection_position')).toEqual(before);
    await opened.sql(`UPDATE journal SET payload = rtrim(payload) WHERE seq = 5`);
    expect(rebuild(opened.dataDir)).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^The journal is whole: \d+ rows\.\nThe read models are empty\./),
    });
    await expectAllThere(opened);
  });

  it('with a bit that the disk turned over is refused by the name of the file', async () => {
    const { scene: opened } = await endedServer('stop');
    const [file] = await opened.sql(`SELECT pg_relation_filepath('journal') AS path`);
    const path = String(file?.['path']);
    const putBack = opened.backUp();
    flipBit(join(opened.cluster, path));
    const refusal = await opened.refusedStart();
    expect(refusal).toMatch(
      /Meridian has stopped: the journal could not be (opened|read after row \d+): invalid page in block \d+ of relation/,
    );
    expect(refusal).toContain(path);
    putBack();
    await expectAllThere(opened);
  });
});

describe('an older backup that was put back', () => {
  it('is refused while the witness knows of more; the newest copy starts', async () => {
    const { scene: opened, head } = await endedServer('stop');
    const putOldBack = opened.backUp();
    await opened.startAgain();
    const known = opened.load.acknowledged.length;
    expect(await opened.load.trade(opened.address, ORDERS)).toBe(ORDERS);
    await opened.server.kill();
    const newestHead = await headOf(opened);
    const putNewestBack = opened.backUp();
    putOldBack();
    const refusal = await opened.refusedStart();
    const [told = '', witnessed] =
      /Meridian has stopped: this database is not the newest: row (\d+) was acknowledged on this machine, but .*/s.exec(
        refusal,
      ) ?? [];
    expect(told, refusal).toContain(
      `but its journal ends at row ${head}. Put a newer copy back; or, to go on without what is missing, remove ${opened.dataDir}/journal-heads/`,
    );
    // The last rows may have been killed between their commit and the witness: they were never
    // acknowledged.
    expect(Number(witnessed)).toBeGreaterThanOrEqual(head + opened.load.accepted(known).length);
    expect(Number(witnessed)).toBeLessThanOrEqual(newestHead);
    putNewestBack();
    await expectAllThere(opened);
  });

  it('starts once the operator has removed the witness, and from then on is the truth', async () => {
    const { scene: opened, head } = await endedServer('stop');
    const putOldBack = opened.backUp();
    await opened.startAgain();
    const known = opened.load.acknowledged.length;
    expect(await opened.load.trade(opened.address, ORDERS)).toBe(ORDERS);
    await opened.server.stop();
    putOldBack();
    rmSync(join(opened.dataDir, 'journal-heads'), { recursive: true });
    await opened.startAgain();
    const audit = await opened.stopAndAudit();
    expect(audit.commands).toBeGreaterThan(head);
    const accepted = opened.load.accepted(known);
    expect(audit.lost).toHaveLength(accepted.length);
    expect(audit.lost[0]).toContain(accepted[0]?.request.key);
    expect(audit).toMatchObject({ doubled: [], projections: [], storedHash: audit.replayedHash });
  });

  it('of the journal alone is refused by the read models, which know of more', async () => {
    const { scene: opened } = await endedServer('kill');
    // The read models may be far behind the journal when the server is killed: their position
    // counts, not the journal's head.
    const [known] = await opened.sql('SELECT seq::int AS seq FROM projection_position');
    const end = Number(known?.['seq']) - 20;
    await opened.sql(
      `DELETE FROM journal WHERE seq > ${end}; UPDATE journal_fence SET head_seq = ${end}, head_hash = (SELECT hash FROM journal WHERE seq = ${end})`,
    );
    expect(await opened.refusedStart()).toContain('this database is not the newest');
    rmSync(join(opened.dataDir, 'journal-heads'), { recursive: true });
    expect(await opened.refusedStart()).toMatch(
      new RegExp(
        `Meridian has stopped: the read models know command \\d+, but the journal ends at ${end}: row ${end + 1} is missing`,
      ),
    );
  });
});
