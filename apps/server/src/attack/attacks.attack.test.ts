import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoHouse, ProductionHouse } from './house/house.ts';
import { attempt, ROWS, wrong } from './run.ts';

const OPENS_WITHIN_MS = 5 * 60_000;

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

describe('every attack of the review, on servers that run', () => {
  it.each(ROWS.map((row) => ({ name: `${row.id}: ${row.tries}`, row })))('$name', async ({ row }) => {
    if (demo === undefined || production === undefined) throw new Error('no servers');
    expect(wrong([await attempt(row, { demo, production })])).toEqual([]);
  });
});
