import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from './figures/fuzz.ts';
import { saidOf, underAttack } from './figures/under-attack.ts';
import { DemoHouse, ProductionHouse } from './house/house.ts';
import type { Houses } from './row.ts';
import { attempt, LAST_ROWS, ROWS, wrong } from './run.ts';

const OPENS_WITHIN_MS = 5 * 60_000;
const REQUESTS = 5_000;
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** An attack that stops the server does so for seconds. A busy machine causes shorter stops. */
const STOP_MS = 5_000;
const MEASURED_SECONDS = 5;

let demo: DemoHouse | undefined;
let production: ProductionHouse | undefined;
beforeAll(async () => {
  demo = await DemoHouse.open();
  production = await ProductionHouse.open();
}, OPENS_WITHIN_MS);
afterAll(async () => {
  await production?.close();
  await demo?.close();
}, OPENS_WITHIN_MS);

function houses(): Houses {
  if (demo === undefined || production === undefined) throw new Error('no servers');
  return { demo, production };
}

const named = (rows: typeof ROWS) => rows.map((row) => ({ name: `${row.id}: ${row.tries}`, row }));

describe('every attack of the review, on servers that run', () => {
  it.each(named(ROWS.filter((row) => !LAST_ROWS.includes(row))))('$name', async ({ row }) => {
    expect(wrong([await attempt(row, houses())])).toEqual([]);
  });

  it('nothing stops the server for seconds under the hostile mix', async () => {
    const measured = await underAttack(houses().demo, MEASURED_SECONDS);
    expect(measured.attackedStopMs, saidOf(measured).join('; ')).toBeLessThan(STOP_MS);
  });

  it(`${REQUESTS} requests by chance at every door get no 5xx and stop nothing (SEED=${SEED})`, async () => {
    const report = await fuzz(houses().demo, { requests: REQUESTS, seed: SEED });
    expect(report.faults).toEqual([]);
    expect(report.longestWaitMs).toBeLessThan(STOP_MS);
    expect([houses().demo, houses().production].map(({ server }) => server.hasEnded)).toEqual([
      false,
      false,
    ]);
  });

  it.each(named(LAST_ROWS))('$name', async ({ row }) => {
    expect(wrong([await attempt(row, houses())])).toEqual([]);
  });
});
