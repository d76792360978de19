import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../fault.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { recover } from './recovery.ts';
import { Sequencer, type Publisher } from './sequencer.ts';
import { SnapshotSchedule } from './snapshot-schedule.ts';
import { hashState } from './state-hash.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
const LIST_CURRENCY: Command = { kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } };

function deposit(amount: bigint, key?: string): Command {
  const command = { kind: 'ledger.deposit', user: 100_000, wallet: 'spot', currency: 3, amount: amount as Amount, reference: 'test' } as const;
  return key === undefined ? command : { ...command, key };
}

class Recorder implements Publisher {
  readonly batches: (readonly Applied[])[] = [];
  readonly answered = new Map<number, Applied | Fault['code']>();
  room = true;
  reason: Error | undefined;

  durable(batch: readonly Applied[], tickets: readonly number[]): void {
    this.batches.push(batch);
    batch.forEach((applied, index) => this.#answer(tickets[index] ?? 0, applied));
  }

  refused(tickets: readonly number[], fault: Fault): void {
    for (const ticket of tickets) this.#answer(ticket, fault.code);
  }

  hasRoom(): boolean {
    return this.room;
  }

  halted(reason: Error): void {
    this.reason = reason;
  }

  #answer(ticket: number, answer: Applied | Fault['code']): void {
    if (this.answered.has(ticket)) throw new Error(`ticket ${ticket} was answered twice`);
    this.answered.set(ticket, answer);
  }
}

/** A journal whose commits end when the test says so. */
class HeldJournal extends MemoryJournal {
  readonly commits: { size: number; end: () => void; fail: (error: Error) => void }[] = [];
  override commit = (entries: readonly unknown[]): Promise<void> =>
    new Promise((end, fail) => this.commits.push({ size: entries.length, end, fail }));

  /** Ends the oldest commit that is in flight. */
  async endNext(): Promise<void> {
    this.commits.shift()?.end();
    await settle();
  }
}

/** Lets every promise that can settle do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(options: { journal?: MemoryJournal; exchange?: Exchange; maxQueue?: number; maxBatch?: number } = {}) {
  const clock = { ms: START_MS, nowMs: () => clock.ms };
  const journal = options.journal ?? new MemoryJournal();
  const publisher = new Recorder();
  const exchange = options.exchange ?? new Exchange();
  const { maxQueue = 1000, maxBatch = 100 } = options;
  const sequencer = new Sequencer({ exchange, journal, clock, publisher, maxQueue, maxBatch });
  let ticket = 0;
  const submit = (...commands: Command[]): number[] => {
    const tickets = commands.map(() => ++ticket);
    sequencer.submit(commands.map((command, index) => ({ ticket: tickets[index] ?? 0, command })));
    return tickets;
  };
  return { clock, journal, publisher, exchange, sequencer, submit };
}

describe('Sequencer', () => {
  it('replies only after the commit', async () => {
    const journal = new HeldJournal();
    const { publisher, submit } = setUp({ journal });
    submit(LIST_CURRENCY, deposit(5n));
    await settle();
    expect(publisher.answered.size).toBe(0);
    await journal.endNext();
    expect([...publisher.answered.values()]).toMatchObject([{ seq: 1, outcome: { ok: true } }, { seq: 2, outcome: { ok: true } }]);
    expect(journal.entries).toMatchObject([
      { seq: 1, timeMs: START_MS, payload: encodeCommand(LIST_CURRENCY) },
      { seq: 2, timeMs: START_MS, payload: encodeCommand(deposit(5n)) },
    ]);
  });

  it('fills the next batch while one commit is in flight, and has never two', async () => {
    const journal = new HeldJournal();
    const { publisher, submit } = setUp({ journal });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    submit(deposit(2n), deposit(3n));
    await settle();
    expect(journal.commits.map(({ size }) => size)).toEqual([1]);
    await journal.endNext();
    expect(journal.commits.map(({ size }) => size)).toEqual([3]);
    expect(publisher.answered.size).toBe(1);
    await journal.endNext();
    expect(publisher.batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([[1], [2, 3, 4]]);
  });

  it('caps a batch and keeps the order', async () => {
    const { publisher, submit } = setUp({ maxBatch: 2 });
    submit(LIST_CURRENCY, deposit(1n), deposit(2n), deposit(3n), deposit(4n));
    await settle();
    expect(publisher.batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([[1, 2], [3, 4], [5]]);
    expect([...publisher.answered.keys()]).toEqual([1, 2, 3, 4, 5]);
  });

  it('halts on a failed commit: nothing goes out and everything pending is told', async () => {
    const journal = new HeldJournal();
    const { publisher, submit, sequencer } = setUp({ journal });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    journal.commits.shift()?.fail(new Error('disk full'));
    await settle();
    submit(deposit(2n));
    expect([...publisher.answered.values()]).toEqual(['engine_stopped', 'engine_stopped', 'engine_stopped']);
    expect(publisher.batches).toEqual([]);
    expect(publisher.reason?.message).toBe('disk full');
    expect(journal.commits).toEqual([]);
    await expect(sequencer.atRest(() => 1)).rejects.toMatchObject({ code: 'engine_stopped' });
    await sequencer.drain();
  });

  it('never journals a command on which the core asserts, and comes back without it', async () => {
    const journal = new HeldJournal();
    const exchange = new Exchange();
    const apply = exchange.apply.bind(exchange);
    exchange.apply = (command, timeMs) => {
      const applied = apply(command, timeMs);
      if ('key' in command && command.key === 'poison') throw new Error('invariant L1 does not hold');
      return applied;
    };
    const { publisher, submit } = setUp({ journal, exchange });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    submit(deposit(2n, 'poison'));
    await journal.endNext();
    expect(publisher.batches).toEqual([]);
    expect(publisher.reason?.message).toContain('L1');
    // The commit that was in flight went through; its reply did not. What filled beside the poison is not there.
    expect(journal.entries.map(({ payload }) => payload)).toEqual([encodeCommand(LIST_CURRENCY)]);
    const recovered = await recover({ journal, projectedSeq: 1, project: () => Promise.resolve(), warn: () => undefined });
    expect(recovered.seq).toBe(1);
  });

  it('refuses what the queue has no room for, without journaling it', async () => {
    const journal = new HeldJournal();
    const { publisher, submit, sequencer } = setUp({ journal, maxQueue: 2, maxBatch: 1 });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    submit(deposit(2n), deposit(3n), deposit(4n));
    expect([...publisher.answered]).toEqual([[5, 'engine_busy']]);
    expect(sequencer.queueLength).toBe(2);
    for (let commit = 0; commit < 4; commit++) await journal.endNext();
    expect(journal.entries).toHaveLength(4);
    expect([...publisher.answered.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  it('waits for a reader that lags and goes on when it has caught up', async () => {
    const { publisher, submit, sequencer } = setUp();
    publisher.room = false;
    submit(LIST_CURRENCY, deposit(1n));
    await settle();
    expect(publisher.answered.size).toBe(0);
    expect(sequencer.queueLength).toBe(2);
    publisher.room = true;
    sequencer.resume();
    await settle();
    expect(publisher.answered.size).toBe(2);
  });

  it('lets time stand still when the clock jumps back, and counts it', async () => {
    const { clock, journal, submit, sequencer } = setUp();
    submit(LIST_CURRENCY);
    await settle();
    clock.ms = START_MS - 60_000;
    submit(deposit(1n), deposit(2n));
    await settle();
    clock.ms = START_MS + 1;
    submit(deposit(3n));
    await settle();
    expect(journal.entries.map(({ timeMs }) => timeMs - START_MS)).toEqual([0, 0, 0, 1]);
    expect(sequencer.clockClamps).toBe(1);
  });

  it('answers a repeated command as the first time, also after a restart', async () => {
    const { journal, publisher, submit } = setUp();
    submit(LIST_CURRENCY, deposit(5n, 'once'), deposit(5n, 'once'));
    await settle();
    const exchange = await recover({ journal, projectedSeq: 3, project: () => Promise.resolve(), warn: () => undefined });
    expect(publisher.answered.get(3)).toMatchObject({ outcome: { ok: true }, events: [] });
    expect(exchange.apply(deposit(5n, 'once'), START_MS)).toMatchObject({ outcome: { ok: true }, events: [] });
    expect(exchange.apply(deposit(6n, 'once'), START_MS)).toMatchObject({ outcome: { ok: false, rejection: 'idempotency_key_reused' } });
  });

  it('reads the state only between batches, when memory and journal agree', async () => {
    const journal = new HeldJournal();
    const { submit, sequencer, exchange } = setUp({ journal });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    const state = sequencer.atRest(() => ({ memory: exchange.seq, journal: journal.head.seq }));
    submit(deposit(2n));
    await journal.endNext();
    await journal.endNext();
    expect(await state).toEqual({ memory: 2, journal: 2 });
    await journal.endNext();
    expect(journal.head.seq).toBe(3);
  });

  it('drains: finishes what it has and refuses the rest', async () => {
    const journal = new HeldJournal();
    const { submit, sequencer, publisher } = setUp({ journal, maxBatch: 1 });
    submit(LIST_CURRENCY, deposit(1n), deposit(2n));
    const drained = sequencer.drain();
    submit(deposit(3n));
    for (let commit = 0; commit < 3; commit++) await journal.endNext();
    await drained;
    expect(publisher.answered.get(4)).toBe('engine_stopped');
    expect(journal.entries).toHaveLength(3);
  });
});

describe('recovery', () => {
  async function journalOf(commands: number, everyCommands: number) {
    const setup = setUp();
    const { exchange, journal, sequencer, publisher } = setup;
    const schedule = new SnapshotSchedule({ exchange, journal, sequencer, everyCommands, warn: () => undefined }, 0);
    setup.submit(LIST_CURRENCY);
    await settle();
    for (let n = 2; n <= commands; n++) {
      setup.submit(deposit(BigInt(n)));
      await settle();
      schedule.onDurable(publisher.batches.at(-1)?.at(-1)?.seq ?? 0);
      await settle();
    }
    return setup;
  }

  function recoverFrom(journal: MemoryJournal, projectedSeq: number) {
    const projected: number[] = [];
    const warnings: string[] = [];
    const project = (batch: readonly Applied[]): Promise<void> => {
      projected.push(...batch.map(({ seq }) => seq));
      return Promise.resolve();
    };
    const result = recover({ journal, projectedSeq, project, warn: (message) => warnings.push(message) });
    return { result, projected, warnings };
  }

  it('gives the same state from genesis, from a snapshot, and live', async () => {
    const { exchange, journal } = await journalOf(50, 10);
    expect(await journal.snapshots()).toEqual([50, 40, 30]);
    for (const projectedSeq of [0, 29, 30, 45, 50]) {
      const { result, projected, warnings } = recoverFrom(journal, projectedSeq);
      expect(hashState((await result).snapshot())).toEqual(hashState(exchange.snapshot()));
      expect(projected).toEqual(Array.from({ length: 50 - projectedSeq }, (_, index) => projectedSeq + 1 + index));
      expect(warnings).toEqual([]);
    }
  });

  it('skips a damaged snapshot and takes the next older one', async () => {
    const { exchange, journal } = await journalOf(50, 10);
    const load = journal.loadSnapshot.bind(journal);
    journal.loadSnapshot = async (seq) => {
      const stored = await load(seq);
      if (stored === undefined || seq === 30) return stored;
      return seq === 50 ? undefined : { ...stored, body: stored.body.replace('"available":"', '"available":"1') };
    };
    const { result, warnings } = recoverFrom(journal, 50);
    expect(hashState((await result).snapshot())).toEqual(hashState(exchange.snapshot()));
    expect(warnings).toHaveLength(2);
  });

  it('refuses a journal that is shorter than what the read models have seen', async () => {
    const { journal } = await journalOf(5, 100);
    await expect(recoverFrom(journal, 6).result).rejects.toThrow(/row 6 is missing/);
  });
});
