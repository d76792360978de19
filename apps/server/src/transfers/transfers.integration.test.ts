import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { transferOf } from './transfers.ts';

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await openTemporaryDatabase();
});
afterAll(() => database?.remove());
beforeEach(() => sql`truncate transfers`.execute(database.queries));

test('a row has one number for ever; numbers of a kind are given in order, without gaps', async () => {
  const { queries } = database;
  expect(await transferOf(queries, 'payment', 70n)).toEqual({ kind: 'payment', number: 1 });
  expect(await transferOf(queries, 'payment', 7n)).toEqual({ kind: 'payment', number: 2 });
  expect(await transferOf(queries, 'payment', 70n)).toEqual({ kind: 'payment', number: 1 });
  expect(await transferOf(queries, 'cost', '0xa')).toEqual({ kind: 'cost', number: 1 });
});

test('many who ask at once get one number for one row, and different ones for different rows', async () => {
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      transferOf(database.queries, 'prize', BigInt(index % 20)),
    ),
  );
  expect(new Set(ids.map(({ number }) => number))).toEqual(
    new Set(Array.from({ length: 20 }, (_, index) => index + 1)),
  );
  for (const [index, { number }] of ids.entries()) expect(number).toBe(ids[index % 20]?.number);
});

test('it is given outside of transactions alone: one that is rolled back after the core was told would give the number to another row', async () => {
  await expect(
    database.queries.transaction().execute((transaction) => transferOf(transaction, 'deal', 1n)),
  ).rejects.toThrow(/transaction/);
});
