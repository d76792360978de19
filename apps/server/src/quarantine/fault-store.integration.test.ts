import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { faultRecord, type FaultRecord } from './fault-record.ts';
import { PostgresFaultStore } from './fault-store.ts';

const NOBODY_THERE = 'postgres://nobody@127.0.0.1:1/none';

let database: TemporaryDatabase;
const warnings: string[] = [];

beforeAll(async () => {
  database = await openTemporaryDatabase();
});

afterAll(async () => {
  await database.remove();
});

function storeAt(url: string): PostgresFaultStore {
  return new PostgresFaultStore(url, database.dataDir, (message) => void warnings.push(message));
}

function fault(seq: number): FaultRecord {
  return faultRecord(
    {
      payload: `{"kind":"spot.cancel","user":100001,"order":${seq},"key":"k"}`,
      seq,
      timeMs: 1_700_000_000_000 + seq,
    },
    new Error('it broke'),
  );
}

it('keeps faults in the table, in a file where the table cannot be reached, and brings those in at the next start', async () => {
  const store = storeAt(database.url);
  await store.record(fault(1));
  await store.record(fault(1));
  expect(await store.held()).toMatchObject([{ ...fault(1), markets: undefined }]);

  const file = join(database.dataDir, 'engine-faults');
  await storeAt(NOBODY_THERE).record(fault(2));
  expect(warnings.join()).toContain('the fault was not written to the database');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(fault(2));
  // The table may have the fault already, and a write may have been interrupted.
  appendFileSync(file, `${JSON.stringify(fault(1))}\n{"timeMs":17`);
  expect((await store.held()).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(existsSync(file)).toBe(false);
  expect(warnings.join()).toContain('is not a fault and is left out');

  const [first] = await store.held();
  await store.locate(first?.id ?? 0, [4, 5]);
  expect(await store.held()).toMatchObject([{ markets: [4, 5] }, { markets: undefined }]);
  const session = new pg.Client({ connectionString: database.url });
  await session.connect();
  await session.query('UPDATE engine_faults SET released_at = now() WHERE seq = 1');
  await session.end();
  expect((await store.held()).map(({ seq }) => seq)).toEqual([2]);
});

it('says so and settles where neither can be written', async () => {
  await new PostgresFaultStore(
    NOBODY_THERE,
    join(database.dataDir, 'absent'),
    (message) => void warnings.push(message),
  ).record(fault(3));
  expect(warnings.at(-1)).toContain('either');
});
