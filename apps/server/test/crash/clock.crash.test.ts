import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../src/database/temporary-database.ts';
import { Scene } from './scene.ts';
import type { ServerProcessOptions } from '../server-process.ts';

const ORDERS = 20;
const HOUR = 3_600_000;
const SECOND = 1_000;

let scene: Scene | undefined;

afterEach(async () => {
  await scene?.remove();
  scene = undefined;
});

/** A server whose wall clock the test sets. */
function wrongClock(dataDir: string) {
  const file = join(dataDir, 'clock-offset');
  const set = (offsetMs: number): void => writeFileSync(file, String(offsetMs));
  set(0);
  const options: ServerProcessOptions & { dataDir: string } = {
    dataDir,
    settings: {
      WRONG_CLOCK: file,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'wrong-clock.ts')}`,
    },
  };
  return { set, options };
}

/** Time of the newest command in the journal of a stopped server. */
async function lastTime(): Promise<number> {
  const [row] = (await scene?.sql('SELECT time_ms FROM journal ORDER BY seq DESC LIMIT 1')) ?? [];
  return Number(row?.['time_ms']);
}

describe('a wall clock that is set', () => {
  it.each([HOUR, -HOUR])(
    'by %d ms while the server runs moves nothing, and is told',
    async (stepMs) => {
      const { set, options } = wrongClock(temporaryDataDir());
      scene = await Scene.open(options);
      const { server, load, address } = scene;
      const readiness = async (): Promise<unknown> => (await fetch(`${address}/readyz`)).json();
      set(stepMs);
      await expect
        .poll(readiness, { timeout: 10_000 })
        .toMatchObject({ ready: true, alarms: ['clock'] });
      expect(server.errors).toContain('and is not followed');
      expect(await load.trade(address, ORDERS)).toBe(ORDERS);
      set(0);
      await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ ready: true, alarms: [] });
      expect(await load.trade(address, ORDERS)).toBe(ORDERS);
      const audit = await scene.stopAndAudit();
      expect(audit).toMatchObject({ lost: [], doubled: [] });
      expect(Math.abs((await lastTime()) - Date.now())).toBeLessThan(60 * SECOND);
    },
  );

  it('before the journal refuses the start; CLOCK=journal goes on from there', async () => {
    const { set, options } = wrongClock(temporaryDataDir());
    set(HOUR);
    scene = await Scene.open(options);
    await scene.load.trade(scene.address, ORDERS);
    await scene.server.stop();
    const before = await lastTime();
    set(0);
    expect(await scene.refusedStart(options)).toMatch(
      /the clock of this machine says .*, but the journal ends at .*: set the clock/,
    );
    await scene.startAgain({ settings: { ...options.settings, CLOCK: 'journal' } });
    expect(await scene.load.trade(scene.address, ORDERS)).toBe(ORDERS);
    expect(await scene.stopAndAudit()).toMatchObject({ lost: [], doubled: [] });
    expect((await lastTime()) - before).toBeGreaterThan(0);
    expect((await lastTime()) - before).toBeLessThan(60 * SECOND);
  });
});
