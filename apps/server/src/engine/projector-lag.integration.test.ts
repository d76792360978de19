import type { Command } from '@meridian/core/commands';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Amount } from '@meridian/money/amount';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { PostgresJournal, postgresPlatform } from '../journal/postgres-journal.ts';
import { EventReplay } from '../projector/event-replay.ts';
import { Projector } from '../projector/projector.ts';
import type { PositionMessage } from '../projector/projector-messages.ts';
import { verifyProjections } from '../projector/testing/verify.ts';
import { startEngine } from './engine-host.ts';
import { recover } from './recovery.ts';
import { MAX_BATCH } from './sequencer.ts';
import type { EngineAlarm, EngineReport, FromEngine, ToEngine } from './thread-messages.ts';

const MAX_LAG = 300;
const DEPOSITS = 5_000;
const LIST: Command = { kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } };

let database: TemporaryDatabase;
let vacuum: Client;

beforeAll(async () => {
  database = await openTemporaryDatabase();
  vacuum = await connect();
});

afterAll(async () => {
  await vacuum.end();
  await database.remove();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The engine and the projector on one thread, on a real database. */
async function start() {
  const client = await connect();
  const projector = { queued: 0, most: 0, seq: 0 };
  let tell: (message: PositionMessage) => void = () => undefined;
  const early: PositionMessage[] = [];
  const platform = postgresPlatform(database.url);
  const replay = new EventReplay({
    openJournal: (head) => PostgresJournal.openBeside(platform, head),
    warn: (message) => expect.fail(message),
  });
  const position = (seq: number): void => {
    projector.seq = seq;
    tell({ type: 'position', seq });
  };
  tell = (message) => void early.push(message);
  const running = new Projector(client, position, { replay });
  const ended = running.run();
  const answered: number[] = [];
  let alarms: readonly EngineAlarm[] = [];
  let report: EngineReport | undefined;
  const recovered = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const receive: (message: ToEngine) => void = startEngine({
    openJournal: (onLost) => PostgresJournal.open(platform, onLost),
    projectorPort: {
      postMessage(message) {
        if (message.type === 'catchUp') return running.catchUp(message.head);
        projector.most = Math.max(
          projector.most,
          (message.applied.at(-1)?.seq ?? 0) - projector.seq,
        );
        running.push(message.applied);
      },
      on(_event, listener) {
        tell = listener;
        for (const message of early) listener(message);
      },
      close: () => running.stop(),
    },
    clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    send(message: FromEngine) {
      if (message.type === 'recovered') recovered.resolve();
      if (message.type === 'durable' || message.type === 'unchanged')
        answered.push(...message.tickets.filter((ticket) => ticket > 0));
      if (message.type === 'alarms') alarms = message.alarms;
      if (message.type === 'report') report = message.report;
      if (message.type === 'halted') expect.fail(message.message);
    },
    ended: () => stopped.resolve(),
    maxProjectorLag: MAX_LAG,
    snapshotEveryCommands: 1_000,
  });
  await recovered.promise;
  return {
    projector,
    answered,
    submit: (ticket: number, command: Command) =>
      receive({ type: 'submit', commands: [{ ticket, command }] }),
    alarms: () => alarms,
    report: () => {
      receive({ type: 'report', question: 1 });
      return report;
    },
    async stop() {
      receive({ type: 'stop' });
      await stopped.promise;
      await ended;
      await client.end();
    },
  };
}

/** The state replayed from the journal. */
async function replayed(): Promise<ExchangeSnapshot> {
  const journal = await PostgresJournal.open(postgresPlatform(database.url), () => undefined);
  const exchange = await recover({
    journal,
    projectedSeq: journal.head.seq,
    project: () => Promise.resolve(),
    warn: () => undefined,
  });
  await journal.close();
  return exchange.snapshot();
}

it(
  'orders go on while the read models are frozen, and then everything is projected once',
  { timeout: 120_000 },
  async () => {
    const engine = await start();
    engine.submit(1, LIST);
    await expect.poll(() => engine.answered).toContain(1);
    await vacuum.query('BEGIN; LOCK TABLE projection_position IN ACCESS EXCLUSIVE MODE');
    for (let deposit = 2; deposit <= DEPOSITS + 1; deposit++) {
      engine.submit(deposit, {
        kind: 'ledger.deposit',
        user: 100_000 + (deposit % 50),
        wallet: 'spot',
        currency: 3,
        amount: BigInt(deposit) as Amount,
        reference: `${deposit}`,
      });
      if (deposit % 50 === 0) await new Promise(setImmediate);
    }
    await expect.poll(() => engine.answered.length, { timeout: 60_000 }).toBe(DEPOSITS + 1);
    expect(engine.alarms()).toEqual(['read_models']);
    expect(engine.report()?.projectorLag).toBeGreaterThan(DEPOSITS - MAX_LAG);
    // A batch may begin below the bound and end above it.
    expect(engine.projector.most).toBeLessThan(MAX_LAG + MAX_BATCH);
    await vacuum.query('ROLLBACK');
    await expect.poll(() => engine.report()?.projectorLag, { timeout: 60_000 }).toBe(0);
    expect(engine.alarms()).toEqual([]);
    engine.submit(DEPOSITS + 2, { kind: 'clock.tick' });
    await expect.poll(() => engine.answered).toContain(DEPOSITS + 2);
    await expect.poll(() => engine.report()?.projectorLag).toBe(0);
    const { rowCount } = await vacuum.query(
      "SELECT 1 FROM statements WHERE reason = 'deposit' AND user_id >= 100000",
    );
    expect(rowCount).toBe(DEPOSITS);
    await engine.stop();
    expect(await verifyProjections(database.queries, await replayed())).toEqual([]);
  },
);
