import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { Amount } from '@meridian/money/amount';
import { MessageChannel } from 'node:worker_threads';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import type { PackedBatchMessage, PositionMessage } from '../projector/projector-messages.ts';
import { unpackBatch } from './batch-codec.ts';
import { EngineClient } from './engine-client.ts';
import { hashState } from './snapshot-codec.ts';

const LIST: Command = { kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } };
const deposit = (amount: bigint): Command => ({
  kind: 'ledger.deposit',
  user: 100_000,
  wallet: 'spot',
  currency: 3,
  amount: amount as Amount,
  reference: 'test',
});

let database: TemporaryDatabase;
beforeAll(async () => void (database = await openTemporaryDatabase()));
afterAll(() => database.remove());

/** Stands in for the projector's thread, at a position chosen by the test. */
function projectorAt(seq: number) {
  const { port1, port2 } = new MessageChannel();
  const received: number[] = [];
  const report = (position: number): void =>
    port2.postMessage({ type: 'position', seq: position } satisfies PositionMessage);
  port2.on('message', ({ packed }: PackedBatchMessage) => {
    received.push(...unpackBatch(packed).map((one) => one.seq));
    report(received.at(-1) ?? seq);
  });
  report(seq);
  return { port: port1, received, close: () => port2.close() };
}

function startEngine(projectedSeq: number) {
  const projector = projectorAt(projectedSeq);
  const warnings: string[] = [];
  const engine = new EngineClient({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    projectorPort: projector.port,
    warn: (message) => warnings.push(message),
  });
  const published: Applied[] = [];
  engine.onDurable((batch) => published.push(...batch));
  return { engine, projector, published, warnings };
}

describe('the engine on its thread', () => {
  it('answers after the commit, publishes in order, and is the same after a restart', async () => {
    const first = startEngine(0);
    expect((await first.engine.recovered()).seq).toBe(0);
    const count = 3000;
    const answers = await Promise.all(
      [LIST, ...Array.from({ length: count }, (_, index) => deposit(BigInt(index + 1)))].map(
        (command) => first.engine.submit(command),
      ),
    );
    // Command 1 raises the rules.
    expect(answers.map(({ seq }) => seq)).toEqual(
      Array.from({ length: count + 1 }, (_, index) => index + 2),
    );
    expect(first.published.map(({ seq }) => seq)).toEqual([1, ...answers.map(({ seq }) => seq)]);
    expect(answers[5]?.events).toMatchObject([
      { type: 'posted', available: -5n },
      { type: 'posted', available: 5n },
    ]);
    const live = await first.engine.stateHash();
    expect(live.seq).toBe(count + 2);
    const report = await first.engine.report();
    expect(report.queueLength).toBe(0);
    expect(report.invariantChecks['L1']).toBeGreaterThanOrEqual(count);
    for (const id of ['J1', 'J2', 'J5', 'J6', 'J7', 'J8', 'J9'])
      expect(report.invariantChecks[id], id).toBeGreaterThan(0);
    expect(first.engine.stalledMs).toBe(0);
    await first.engine.stop();
    await expect(first.engine.submit(LIST)).rejects.toMatchObject({ code: 'engine_stopped' });
    // The last one is the checkpoint of the clean stop.
    const journaled = count + 3;
    expect(first.projector.received).toHaveLength(journaled);

    // The clean stop left a snapshot: only its checkpoint is replayed, and the read models lack
    // nothing.
    const second = startEngine(journaled);
    const recovered = await second.engine.recovered();
    expect({ seq: recovered.seq, hash: hashState(recovered).toString('hex') }).toEqual({
      seq: journaled,
      hash: live.hash,
    });
    expect(second.projector.received).toEqual([]);
    await second.engine.stop();

    // Emptied read models get everything again, from genesis.
    const third = startEngine(0);
    expect(hashState(await third.engine.recovered()).toString('hex')).toBe(live.hash);
    expect(third.projector.received).toHaveLength(journaled);
    expect((await third.engine.submit(LIST)).seq).toBe(journaled + 1);
    expect(third.published.map(({ seq }) => seq)).toEqual([journaled + 1]);
    await third.engine.stop();
    expect([...first.warnings, ...second.warnings, ...third.warnings]).toEqual([]);
  });

  it('writes no row for a thousand orders of an account without a coin, and answers each', async () => {
    const own = await openTemporaryDatabase();
    const projector = projectorAt(0);
    const engine = new EngineClient({
      databaseUrl: own.url,
      dataDir: own.dataDir,
      projectorPort: projector.port,
      warn: () => undefined,
    });
    await engine.recovered();
    await engine.submit(LIST);
    await engine.submit({ kind: 'currency.list', currency: { id: 1, code: 'BTC', scale: 8 } });
    const settings = {
      minNotional: 1n,
      maxQuantityLots: 1_000_000,
      makerFeeBps: 0,
      takerFeeBps: 0,
      maxOpenOrders: 10,
      bandBps: 0,
      slippageBps: 0,
      indexMaxAgeMs: 10_000,
    };
    const { seq } = await engine.submit({
      kind: 'market.list',
      market: {
        id: 1,
        base: 1,
        quote: 3,
        tickSize: 1_000_000n,
        lotSize: 1_000n,
        ...settings,
        status: 'open',
        isDisplayed: true,
      },
    });
    const order = {
      kind: 'spot.place',
      user: 100_001,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 100,
      quantityLots: 100,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
    } as const;
    const before = await engine.stateHash();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        engine.submit({ ...order, key: `key-${index}` } as unknown as Command),
      ),
    );
    expect(
      answers.every(
        (answer) =>
          answer.seq === seq &&
          !answer.outcome.ok &&
          answer.outcome.rejection === 'balance_insufficient',
      ),
    ).toBe(true);
    expect(await engine.stateHash()).toEqual(before);
    expect(engine.unchangedCommands).toBe(1_000);
    const client = new Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query<{ count: string }>(
      'SELECT count(*)::text AS count FROM journal',
    );
    expect(Number(rows[0]?.count)).toBe(seq);
    await client.end();
    await engine.stop();
    projector.close();
    await own.remove();
  });

  it('does not start on a journal that was changed, and says which row', async () => {
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(
      'DELETE FROM journal_snapshots; UPDATE journal SET payload = replace(payload, \'"1000"\', \'"9000"\')',
    );
    await admin.end();
    const { engine, projector } = startEngine(3003);
    await expect(engine.recovered()).rejects.toThrow(/journal row 1002 was changed/);
    expect(engine.status).toBe('stopped');
    await expect(engine.ended).resolves.toMatchObject({ code: 'journal_corrupt' });
    projector.close();
  });
});

describe('the engine without its database', () => {
  it('answers nobody falsely and stops', async () => {
    const own = await openTemporaryDatabase();
    const projector = projectorAt(0);
    const engine = new EngineClient({
      databaseUrl: own.url,
      dataDir: own.dataDir,
      projectorPort: projector.port,
      warn: () => undefined,
    });
    await engine.recovered();
    await engine.submit(LIST);
    if (own.pid !== undefined) process.kill(own.pid, 'SIGKILL');
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => engine.submit(deposit(1n))),
    );
    expect(await engine.ended).toMatchObject({ code: 'database_unavailable' });
    const told = new Set(
      answers.map((answer) =>
        answer.status === 'rejected' ? (answer.reason as { code?: string }).code : 'acknowledged',
      ),
    );
    // Backends outlive their postmaster for a moment, so commands acknowledged before their end are
    // durable.
    told.delete('acknowledged');
    expect([...told].every((code) => code === 'engine_stopped')).toBe(true);
    projector.close();
    await own.remove();
  });
});
