import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import type { Fault } from '../fault.ts';
import { GENESIS_HASH } from './hash-chain.ts';
import type { JournalEntry } from './journal.ts';
import { PostgresJournal, postgresPlatform, type JournalSession } from './postgres-journal.ts';
import { readPages } from './read-journal.ts';

const GENESIS = { seq: 0, hash: GENESIS_HASH };
let database: TemporaryDatabase;
let admin: Client;

beforeAll(async () => {
  database = await openTemporaryDatabase();
  admin = new Client({ connectionString: database.url });
  admin.on('error', () => undefined);
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await database.remove();
});

beforeEach(async () => {
  await admin.query(
    "TRUNCATE journal, journal_snapshots; UPDATE journal_fence SET head_seq = 0, head_hash = decode(repeat('00', 32), 'hex')",
  );
});

async function open(onLost: (fault: Fault) => void = () => undefined): Promise<PostgresJournal> {
  return await PostgresJournal.open(postgresPlatform(database.url), onLost);
}

/** Payloads with every kind of character that JSON text may contain. */
const payload = (n: number): string =>
  JSON.stringify({ n, text: 'line\nfeed "quoted" \\ back\u0000 ünï 漢字 🙂 \ud800', comma: 'a,b' });

async function fill(journal: PostgresJournal, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 500) {
    const size = Math.min(500, count - from + 1);
    await journal.append(
      Array.from({ length: size }, (_, index) => ({
        timeMs: 1_700_000_000_000 + from + index,
        payload: payload(from + index),
      })),
    );
  }
}

async function readAll(journal: PostgresJournal, after = GENESIS): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const page of journal.read(after)) entries.push(...page);
  return entries;
}

/** Fills a journal, tampers with it, and opens and reads it again. */
async function afterTampering(change: string): Promise<JournalEntry[]> {
  const journal = await open();
  await fill(journal, 25);
  await journal.close();
  await admin.query(change);
  const again = await open();
  try {
    return await readAll(again);
  } finally {
    await again.close();
  }
}

describe('the journal in PostgreSQL', () => {
  it('gives back what was appended, page by page, over several engines', async () => {
    const first = await open();
    await fill(first, 12_000);
    await first.close();
    const second = await open();
    await second.append([{ timeMs: 1_800_000_000_000, payload: payload(12_001) }]);
    expect(second.head.seq).toBe(12_001);
    const entries = await readAll(second);
    expect(entries).toHaveLength(12_001);
    expect(
      entries.every(
        (entry, index) => entry.seq === index + 1 && entry.payload === payload(index + 1),
      ),
    ).toBe(true);
    const { rows } = await admin.query<{ epochs: string }>(
      'SELECT count(DISTINCT epoch) AS epochs FROM journal',
    );
    expect(rows).toEqual([{ epochs: '2' }]);
    await second.close();
  });

  it('reads on from a place in the chain', async () => {
    const journal = await open();
    await fill(journal, 10);
    const at = journal.head;
    await fill(journal, 5);
    expect((await readAll(journal, at)).map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15]);
    await expect(readAll(journal, { seq: 10, hash: GENESIS_HASH })).rejects.toThrow(
      /row 11 was changed/,
    );
    await journal.close();
  });

  it.each([
    [
      'a changed payload',
      `UPDATE journal SET payload = replace(payload, '17', '18') WHERE seq = 17`,
      /row 17 was changed/,
    ],
    [
      'a changed time',
      `UPDATE journal SET time_ms = time_ms + 1 WHERE seq = 25`,
      /row 25 was changed/,
    ],
    [
      'a time before the row before',
      `UPDATE journal SET time_ms = 1 WHERE seq = 9`,
      /row 9 is older/,
    ],
    [
      'a changed epoch',
      `UPDATE journal SET epoch = epoch + 1 WHERE seq = 12`,
      /row 12 was changed/,
    ],
    [
      'an epoch that goes back',
      `UPDATE journal SET epoch = 0 WHERE seq = 13`,
      /row 13 has epoch 0/,
    ],
    [
      'a changed hash',
      `UPDATE journal SET hash = decode(repeat('ab', 32), 'hex') WHERE seq = 3`,
      /row 3 was changed/,
    ],
    [
      'a hash of another length',
      `UPDATE journal SET hash = substr(hash, 1, 31) WHERE seq = 3`,
      /row 3 was changed/,
    ],
    [
      'a line feed in a payload',
      `UPDATE journal SET payload = payload || E'\\n' WHERE seq = 4`,
      /row 4|row 5/,
    ],
    ['a missing row', 'DELETE FROM journal WHERE seq = 11', /row 11 is missing/],
    ['a missing first row', 'DELETE FROM journal WHERE seq = 1', /row 1 is missing/],
    ['two missing rows', 'DELETE FROM journal WHERE seq IN (20, 8)', /row 8 is missing/],
    ['a missing last row', 'DELETE FROM journal WHERE seq = 25', /row 25 is missing/],
    [
      'a changed last hash',
      `UPDATE journal SET hash = decode(repeat('ab', 32), 'hex') WHERE seq = 25`,
      /row 25 was changed/,
    ],
    [
      'a foreign row at the end',
      `INSERT INTO journal SELECT 26, epoch, time_ms, payload, hash FROM journal WHERE seq = 25`,
      /row 26 is missing or foreign/,
    ],
    ['all rows gone', 'TRUNCATE journal', /row 1 is missing/],
  ])('refuses %s, naming the row', async (_what, change, message) => {
    await expect(afterTampering(change)).rejects.toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringMatching(message) as string,
    });
  });

  it('is read to where the reader knew its end, while an engine appends behind it', async () => {
    const journal = await open();
    await fill(journal, 12_000);
    const { head } = journal;
    await journal.append([{ timeMs: 1_800_000_000_000, payload: '{}' }]);
    const rows: number[] = [];
    for await (const page of readPages(admin, { after: GENESIS, head }))
      rows.push(...page.map(({ seq }) => seq));
    expect(rows).toHaveLength(12_000);
    expect(rows.at(-1)).toBe(12_000);
    await journal.close();
  });

  it('has one engine at a time: a second server is refused', async () => {
    const journal = await open();
    await expect(open()).rejects.toMatchObject({
      code: 'journal_fenced',
      message: 'another server is running on this database',
    });
    await journal.append([{ timeMs: 1, payload: '{}' }]);
    await journal.close();
  }, 20_000);

  it('fences an engine whose epoch is not the newest, without writing a row', async () => {
    const journal = await open();
    await journal.append([{ timeMs: 1, payload: '{}' }]);
    await admin.query('UPDATE journal_fence SET epoch = epoch + 1');
    await expect(journal.append([{ timeMs: 2, payload: '{}' }])).rejects.toMatchObject({
      code: 'journal_fenced',
    });
    const { rows } = await admin.query<{ rows: string }>('SELECT count(*) AS rows FROM journal');
    expect(rows).toEqual([{ rows: '1' }]);
    await journal.close();
  });

  it('tells when its session is lost, and appends nothing any more', async () => {
    const lost = Promise.withResolvers<Fault>();
    const journal = await open(lost.resolve);
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'meridian-journal'",
    );
    expect((await lost.promise).code).toBe('database_unavailable');
    await expect(journal.append([{ timeMs: 2, payload: '{}' }])).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    // The lock went with the session: the next engine may start.
    await (await open()).close();
  });

  it('keeps the newest three snapshots, and the newest that the read models can start from; notices damage', async () => {
    const journal = await open();
    await fill(journal, 3);
    const stateHash = Buffer.alloc(32, 7);
    const hashes = new Map<number, Buffer>([[0, GENESIS_HASH]]);
    const { rows } = await admin.query<{ seq: string; hash: Buffer }>(
      'SELECT seq, hash FROM journal',
    );
    for (const row of rows) hashes.set(Number(row.seq), row.hash);
    for (const [seq, journalHash] of hashes)
      await journal.saveSnapshot({ seq, stateHash, journalHash, body: [`{"seq":${seq}}`] });
    expect(await journal.snapshots()).toEqual([3, 2, 1, 0]);
    await admin.query('UPDATE projection_position SET seq = 2');
    await journal.saveSnapshot({
      seq: 3,
      stateHash,
      journalHash: hashes.get(3) ?? GENESIS_HASH,
      body: ['{"seq":3}'],
    });
    expect(await journal.snapshots()).toEqual([3, 2, 1]);
    await admin.query('UPDATE projection_position SET seq = 0');
    expect(await journal.loadSnapshot(3)).toEqual({
      seq: 3,
      stateHash,
      journalHash: hashes.get(3),
      body: ['{"seq":3}'],
    });
    await admin.query('UPDATE journal_snapshots SET body = substr(body, 2) WHERE seq = 3');
    expect(await journal.loadSnapshot(3)).toBeUndefined();
    await admin.query('UPDATE journal_snapshots SET journal_hash = state_hash WHERE seq = 2');
    expect(await journal.loadSnapshot(2)).toBeUndefined();
    expect(await journal.loadSnapshot(1)).toBeDefined();
    await journal.close();
  });
});

/** Runs a callback under a setting of the database, and resets the setting. */
async function withSetting(on: string, off: string, run: () => Promise<void>): Promise<void> {
  const change = async (statement: string): Promise<void> => {
    await admin.query(statement);
    await admin.query('SELECT pg_reload_conf()');
  };
  await change(on);
  try {
    await run();
  } finally {
    await change(off);
  }
}

describe('a database that would lose acknowledged orders', () => {
  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_apply', 'remote_apply'],
  ])(
    'waits for the disk in the session of the journal, though its default is %s',
    async (value, expected) => {
      const sessions: JournalSession[] = [];
      const platform = postgresPlatform(database.url);
      const connect = async (): Promise<JournalSession> => {
        const session = await platform.connect();
        sessions.push(session);
        return session;
      };
      await withSetting(
        `ALTER DATABASE postgres SET synchronous_commit = ${value}`,
        'ALTER DATABASE postgres RESET synchronous_commit',
        async () => {
          const journal = await PostgresJournal.open({ ...platform, connect }, () => undefined);
          const found = await sessions[0]?.query<{ synchronous_commit: string }>(
            'SHOW synchronous_commit',
          );
          expect(found?.rows).toEqual([{ synchronous_commit: expected }]);
          await journal.close();
        },
      );
    },
  );

  it('is not believed when it gives up waiting for its replica', async () => {
    const journal = await open();
    await journal.append([{ timeMs: 1, payload: '{}' }]);
    await withSetting(
      "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
      'ALTER SYSTEM RESET synchronous_standby_names',
      async () => {
        await expect
          .poll(
            async () =>
              (
                await admin.query<{ synchronous_standby_names: string }>(
                  'SHOW synchronous_standby_names',
                )
              ).rows[0]?.synchronous_standby_names,
          )
          .toBe('nobody');
        const append = journal.append([{ timeMs: 2, payload: '{}' }]);
        const outcome = expect(append).rejects.toMatchObject({
          code: 'database_unavailable',
          message: expect.stringContaining('with a warning') as string,
        });
        const cancelled = async (): Promise<boolean | undefined> => {
          const { rows } = await admin.query<{ done: boolean }>(
            `SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE application_name = 'meridian-journal' AND wait_event = 'SyncRep'`,
          );
          return rows[0]?.done;
        };
        await expect.poll(cancelled).toBe(true);
        await outcome;
      },
    );
    // PostgreSQL itself counts the row as committed.
    expect((await admin.query('SELECT 1 FROM journal')).rowCount).toBe(2);
    expect(journal.head.seq).toBe(1);
    await journal.close();
  });
});
