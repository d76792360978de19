import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { GENESIS_HASH } from './hash-chain.ts';
import type { JournalHead } from './journal.ts';
import { PostgresJournal, postgresPlatform } from './postgres-journal.ts';
import { readBeside } from './read-beside.ts';

/** More rows than the reader may be ahead. */
const ROWS = 65_000;

let database: TemporaryDatabase;
let session: pg.Client;

async function append(from: number, count: number): Promise<JournalHead> {
  const journal = await PostgresJournal.open(postgresPlatform(database.url), (fault) =>
    expect.fail(fault.message),
  );
  await journal.append(
    Array.from({ length: count }, (_, index) => ({
      timeMs: from + index,
      payload: `{"n":${from + index}}`,
    })),
  );
  await journal.close();
  return journal.head;
}

async function moment(): Promise<string> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const { rows } = await session.query<{ moment: string }>('SELECT pg_export_snapshot() AS moment');
  return rows[0]?.moment ?? '';
}

describe('reading beside the caller', () => {
  let head: JournalHead;
  beforeAll(async () => {
    database = await openTemporaryDatabase();
    session = new pg.Client({ connectionString: database.url });
    await session.connect();
    head = await append(1, ROWS);
  });
  afterEach(() => session.query('ROLLBACK'));
  afterAll(async () => {
    await session.end();
    await database.remove();
  });

  test('gives every row in order, and none that came later', async () => {
    const reading = {
      url: database.url,
      moment: await moment(),
      after: { seq: 0, hash: GENESIS_HASH },
      head,
    };
    await append(ROWS + 1, 10);
    let seen = 0;
    for await (const { timesMs, payloads } of readBeside(reading)) {
      expect(timesMs.length).toBe(payloads.length);
      for (const [index, payload] of payloads.entries()) {
        seen++;
        if (payload !== `{"n":${seen}}` || timesMs[index] !== seen)
          expect.fail(`row ${seen} is ${payload} of ${timesMs[index]}`);
      }
    }
    expect(seen).toBe(ROWS);
  });

  test('names the row that was changed', async () => {
    await session.query(`UPDATE journal SET payload = '{}' WHERE seq = 40000`);
    const reading = {
      url: database.url,
      moment: await moment(),
      after: { seq: 0, hash: GENESIS_HASH },
      head,
    };
    const read = async (): Promise<void> => {
      for await (const page of readBeside(reading)) expect(page.payloads.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringContaining('journal row 40000 was changed') as string,
    });
  });
});
