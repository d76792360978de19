import { afterEach, describe, expect, it } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { CrashRun } from './crash-run.ts';

/** `npm run crash -- --kills=200` kills more often. */
const KILLS = 20;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let run: CrashRun | undefined;
let dataDir = '';

afterEach(async () => {
  await run?.abandon();
  run = undefined;
  removeDataDir(dataDir);
});

async function start(): Promise<CrashRun> {
  process.stdout.write(`CRASH_SEED=${SEED}\n`);
  dataDir = temporaryDataDir();
  run = await CrashRun.start({ dataDir, seed: SEED });
  return run;
}

async function expectNothingLost(crashes: CrashRun): Promise<void> {
  const audit = await crashes.stopAndAudit();
  process.stdout.write(`${crashes.acknowledged} acknowledged, ${audit.commands} commands\n`);
  expect(audit.lost).toEqual([]);
  expect(audit.doubled).toEqual([]);
  expect(audit.storedHash).toBe(audit.replayedHash);
  expect(audit.projections).toEqual([]);
}

describe('kill -9 under load', () => {
  it(`of the server loses and doubles nothing in ${KILLS} kills`, async () => {
    const crashes = await start();
    for (let round = 1; round <= KILLS; round++) await crashes.killServer(round);
    await expectNothingLost(crashes);
    expect(crashes.acknowledged).toBeGreaterThan(KILLS * 20);
  });

  it('of the database ends the server with a message, without a false reply, and the next start recovers', async () => {
    const crashes = await start();
    for (let round = 1; round <= 3; round++) await crashes.killDatabase();
    await expectNothingLost(crashes);
  });
});
