import type { Applied } from '@meridian/core/events';
import { ExchangeHistory } from '@meridian/testkit/exchange-history';
import { sql } from 'kysely';
import { MessageChannel } from 'node:worker_threads';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { startProjector } from './projector-worker.ts';
import { Projector } from './projector.ts';
import { resetProjections } from './reset.ts';
import { verifyProjections } from './testing/verify.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const TABLES = ['orders', 'fills', 'statements', 'candles'] as const;

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
}, 60_000);
afterAll(async () => await database.remove());
beforeEach(async () => await resetProjections(database.queries));

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs a projector over the batches until all is written. */
async function project(batches: readonly (readonly Applied[])[]): Promise<number[]> {
  const client = await connect();
  const positions: number[] = [];
  const projector = new Projector(client, (seq) => positions.push(seq));
  for (const batch of batches) projector.push(batch);
  projector.stop();
  try {
    await projector.run();
  } finally {
    await client.end();
  }
  return positions;
}

/** Every row of every table as text, in a fixed order. */
async function contents(): Promise<Record<string, string[]>> {
  const read = TABLES.map(async (table) => {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(database.queries);
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

describe(`projector (seed ${seed})`, () => {
  test(
    'the tables equal the core at the same sequence number, however batches were cut',
    { timeout: 60_000 },
    async () => {
      const history = new ExchangeHistory(seed);
      const all = [...history.begin(), ...history.next(3_000)];
      const positions = await project(chunks(all, 97));
      expect(positions).toEqual([0, all.length]);
      expect(await verifyProjections(database.queries, history.exchange.snapshot())).toEqual([]);
      const atOnce = await contents();
      expect(atOnce['fills']?.length).toBeGreaterThan(500);

      await resetProjections(database.queries);
      for (const part of chunks(all, 311)) await project([part]);
      expect(await contents()).toEqual(atOnce);
    },
  );

  test('its thread ends when the engine has ended before it began', async () => {
    const { port1, port2 } = new MessageChannel();
    const { ended } = startProjector(database.url, port2);
    port1.close();
    await ended;
  });

  test('batches that trickle in under load are gathered, and all arrive', async () => {
    const history = new ExchangeHistory(seed + 5, { hasPauses: false });
    const begin = [...history.begin(), ...history.next(100)];
    const client = await connect();
    const positions: number[] = [];
    const projector = new Projector(client, (seq) => positions.push(seq));
    const run = projector.run();
    projector.push(begin);
    await expect.poll(() => positions.at(-1), { interval: 1 }).toBe(begin.length);
    for (let part = 0; part < 20; part++) {
      projector.push(history.next(20));
      await new Promise(setImmediate);
    }
    await expect.poll(() => positions.at(-1), { interval: 5 }).toBe(history.exchange.seq);
    expect(positions.length).toBeLessThan(8);
    projector.stop();
    await run;
    await client.end();
    expect(await verifyProjections(database.queries, history.exchange.snapshot())).toEqual([]);
  });

  test('what is projected already is skipped, a gap is refused', async () => {
    const history = new ExchangeHistory(seed + 1);
    const all = [...history.begin(), ...history.next(200)];
    await project([all.slice(0, 120)]);
    expect(await project([all.slice(0, 60), all.slice(40, 150), all])).toEqual([120, all.length]);
    expect(await verifyProjections(database.queries, history.exchange.snapshot())).toEqual([]);
    const before = await contents();
    const more = history.next(10);
    await expect(project([more.slice(1)])).rejects.toThrow(
      `expected command ${all.length + 1}, got ${all.length + 2}`,
    );
    expect(await contents()).toEqual(before);
  });

  test(
    'a connection killed in the middle of a transaction leaves nothing of it; the next start goes on',
    { timeout: 60_000 },
    async () => {
      const history = new ExchangeHistory(seed + 2);
      const begin = history.begin();
      await project([begin]);
      const before = await contents();
      const more = history.next(300);
      for (const table of ['orders', 'fills', 'statements', 'candles', 'projection_position']) {
        // The lock stops the transaction at this table, so that its earlier rows are there when it
        // is killed.
        const blocker = await connect();
        await blocker.query(`begin; lock table ${table} in exclusive mode`);
        const client = await connect();
        const projector = new Projector(client, () => undefined);
        projector.push(more);
        const run = projector.run();
        const hasFailed = expect(run).rejects.toThrow();
        await isWaitingForLock();
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`.execute(
          database.queries,
        );
        await hasFailed;
        await blocker.query('rollback');
        await blocker.end();
        expect(await contents()).toEqual(before);
      }
      expect(await project([more])).toEqual([begin.length, begin.length + more.length]);
      expect(await verifyProjections(database.queries, history.exchange.snapshot())).toEqual([]);
    },
  );

  test('two projectors cannot both write', async () => {
    const history = new ExchangeHistory(seed + 3);
    const begin = history.begin();
    const client = await connect();
    const slow = new Projector(client, () => undefined);
    const run = slow.run();
    await expect.poll(() => client.query('select 1')).toBeDefined();
    await project([begin]);
    slow.push(begin);
    await expect(run).rejects.toThrow();
    await client.end();
    expect(await verifyProjections(database.queries, history.exchange.snapshot())).toEqual([]);
  });

  test('verify sees a changed balance, a lost order and a missing fee', async () => {
    const history = new ExchangeHistory(seed + 4);
    const all = [...history.begin(), ...history.next(500)];
    const snapshot = history.exchange.snapshot();
    for (const damage of [
      sql`update statements set amount = amount + 1 where reason = 'deposit' and user_id = 100000 and currency = 1`,
      sql`delete from orders where id = (select max(id) from orders where closed_seq is null)`,
      sql`delete from statements where reason = 'fee'`,
    ]) {
      await resetProjections(database.queries);
      await project([all]);
      expect(await verifyProjections(database.queries, snapshot)).toEqual([]);
      await damage.execute(database.queries);
      expect(await verifyProjections(database.queries, snapshot)).not.toEqual([]);
    }
  });
});

async function isWaitingForLock(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } =
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
            database.queries,
          );
        return rows.length;
      },
      { interval: 10, timeout: 10_000 },
    )
    .toBe(1);
}
