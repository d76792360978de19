import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import type { Amount } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { FaultRecord } from '../quarantine/fault-record.ts';
import { recover } from './recovery.ts';
import { Sequencer, type Publisher } from './sequencer.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);
const LIST_CURRENCY: Command = {
  kind: 'currency.list',
  currency: { id: 3, code: 'USDT', scale: 8 },
};

function deposit(amount: bigint, key?: string): Command {
  const command = {
    kind: 'ledger.deposit',
    user: 100_000,
    wallet: 'spot',
    currency: 3,
    amount: amount as Amount,
    reference: 'test',
  } as const;
  return key === undefined ? command : { ...command, key };
}

function cancelOf(order: number): Command {
  return { kind: 'spot.cancel', user: 100_000, order } as Command;
}

class Recorder implements Publisher {
  readonly batches: (readonly Applied[])[] = [];
  readonly answered = new Map<number, Applied | Fault['code']>();
  reason: Error | undefined;
  fault: FaultRecord | undefined;

  durable(batch: readonly Applied[], tickets: readonly number[]): void {
    this.batches.push(batch);
    batch.forEach((applied, index) => this.#answer(tickets[index] ?? 0, applied));
  }

  unchanged(answers: readonly Applied[], tickets: readonly number[]): void {
    answers.forEach((answer, index) => this.#answer(tickets[index] ?? 0, answer));
  }

  refused(tickets: readonly number[], fault: Fault): void {
    for (const ticket of tickets) this.#answer(ticket, fault.code);
  }

  halted(reason: Error, fault: FaultRecord | undefined): void {
    this.reason = reason;
    this.fault = fault;
  }

  #answer(ticket: number, answer: Applied | Fault['code']): void {
    // The engine's own commands have no caller.
    if (ticket === 0) return;
    if (this.answered.has(ticket)) throw new Error(`ticket ${ticket} was answered twice`);
    this.answered.set(ticket, answer);
  }
}

/** A journal whose commits end when the test ends them. */
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

function setUp(
  options: {
    journal?: MemoryJournal;
    exchange?: Exchange;
    maxQueue?: number;
    maxBatch?: number;
    admit?: (command: Command) => Command | Fault;
  } = {},
) {
  const clock = {
    wallMs: START_MS,
    passedMs: 0,
    nowMs: () => clock.wallMs,
    monotonicMs: () => clock.passedMs,
    /** Advances both clocks. */
    pass(ms: number) {
      clock.wallMs += ms;
      clock.passedMs += ms;
    },
  };
  const journal = options.journal ?? new MemoryJournal();
  const publisher = new Recorder();
  const exchange = options.exchange ?? new Exchange();
  const { maxQueue = 1000, maxBatch = 100, admit } = options;
  const sequencer = new Sequencer({
    exchange,
    journal,
    clock,
    publisher,
    maxQueue,
    maxBatch,
    ...(admit === undefined ? {} : { admit }),
  });
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
    expect([...publisher.answered.values()]).toMatchObject([
      { seq: 1, outcome: { ok: true } },
      { seq: 2, outcome: { ok: true } },
    ]);
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

  it('journals nothing that changes nothing, and answers it when all that it was decided on is durable', async () => {
    const journal = new HeldJournal();
    const { publisher, submit } = setUp({ journal, maxBatch: 2 });
    // No state is behind these answers, so they need not wait, and more than a batch of them leaves
    // at once.
    submit(cancelOf(1), cancelOf(2), cancelOf(3));
    expect([...publisher.answered.values()]).toMatchObject(
      Array(3).fill({ seq: 0, outcome: { ok: false, rejection: 'order_not_found' }, events: [] }),
    );
    submit(LIST_CURRENCY);
    // The currency is listed in memory, but not in the journal yet: the repetition and the
    // rejection that depend on it wait.
    const [again] = submit(deposit(1n, 'once'), cancelOf(4));
    const [later] = submit(deposit(2n, 'once'));
    await settle();
    expect(publisher.answered.size).toBe(3);
    await journal.endNext();
    expect([...publisher.answered.keys()]).toEqual([1, 2, 3, 4]);
    await journal.endNext();
    expect(publisher.answered.get(again ?? 0)).toMatchObject({ seq: 2, outcome: { ok: true } });
    // Cancels go first; this one was decided before the deposit, and waits with it.
    expect(publisher.answered.get(6)).toMatchObject({ seq: 1, outcome: { ok: false } });
    expect(publisher.answered.get(later ?? 0)).toMatchObject({
      seq: 2,
      outcome: { ok: false, rejection: 'idempotency_key_reused' },
    });
    expect(journal.entries.map(({ payload }) => payload)).toEqual(
      [LIST_CURRENCY, deposit(1n, 'once')].map(encodeCommand),
    );
    // With nothing in flight, a rejection leaves at once.
    const [last] = submit(cancelOf(5));
    expect(publisher.answered.get(last ?? 0)).toMatchObject({ seq: 2 });
  });

  it('tells those whose refusal waited that the engine has stopped, where the commit failed', async () => {
    const journal = new HeldJournal();
    const { publisher, submit } = setUp({ journal });
    submit(LIST_CURRENCY);
    submit(cancelOf(1), deposit(1n), cancelOf(2));
    journal.commits.shift()?.fail(new Error('disk full'));
    await settle();
    expect([...publisher.answered]).toEqual([
      [1, 'engine_stopped'],
      [3, 'engine_stopped'],
      [2, 'engine_stopped'],
      [4, 'engine_stopped'],
    ]);
  });

  it('caps a batch and keeps the order', async () => {
    const { publisher, submit } = setUp({ maxBatch: 2 });
    submit(LIST_CURRENCY, deposit(1n), deposit(2n), deposit(3n), deposit(4n));
    await settle();
    expect(publisher.batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([
      [1, 2],
      [3, 4],
      [5],
    ]);
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
    expect([...publisher.answered.values()]).toEqual([
      'engine_stopped',
      'engine_stopped',
      'engine_stopped',
    ]);
    expect(publisher.batches).toEqual([]);
    expect(publisher.reason?.message).toBe('disk full');
    expect(publisher.fault).toBeUndefined();
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
      if ('key' in command && command.key === 'poison')
        throw new Error('invariant L1 does not hold');
      return applied;
    };
    const { publisher, submit } = setUp({ journal, exchange });
    submit(LIST_CURRENCY);
    submit(deposit(1n));
    submit(deposit(2n, 'poison'));
    await journal.endNext();
    expect(publisher.batches).toEqual([]);
    expect(publisher.reason?.message).toContain('L1');
    expect(publisher.fault).toMatchObject({
      seq: 3,
      timeMs: START_MS,
      kind: 'ledger.deposit',
      user: 100_000,
      key: 'poison',
      command: encodeCommand(deposit(2n, 'poison')),
    });
    // The commit in flight went through; its reply did not. Commands in the poison's batch are
    // missing.
    expect(journal.entries.map(({ payload }) => payload)).toEqual([encodeCommand(LIST_CURRENCY)]);
    const recovered = await recover({
      journal,
      projectedSeq: 1,
      project: () => Promise.resolve(),
      warn: () => undefined,
    });
    expect(recovered.seq).toBe(1);
  });

  it('asks the gate before a command waits: what it refuses never reaches the core, what it changes is journaled so', async () => {
    const admit = (command: Command): Command | Fault => {
      if (command.kind === 'clock.tick') return new Fault('quarantined', 'held back');
      return command.kind === 'ledger.deposit' ? deposit(9n) : command;
    };
    const { journal, publisher, submit, sequencer } = setUp({ admit });
    submit(LIST_CURRENCY, { kind: 'clock.tick' }, deposit(1n));
    sequencer.submitOwn({ kind: 'clock.tick' });
    await settle();
    expect([...publisher.answered]).toMatchObject([
      [2, 'quarantined'],
      [1, { seq: 1 }],
      [3, { seq: 2 }],
    ]);
    expect(journal.entries.map(({ payload }) => payload)).toEqual(
      [LIST_CURRENCY, deposit(9n)].map(encodeCommand),
    );
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

  it('has a lane for prices and one for cancels, which customers cannot fill', async () => {
    const journal = new HeldJournal();
    const exchange = new Exchange();
    const applied: string[] = [];
    const apply = exchange.apply.bind(exchange);
    exchange.apply = (command, timeMs) => {
      applied.push(command.kind);
      return apply(command, timeMs);
    };
    const { publisher, submit, sequencer } = setUp({ journal, exchange, maxQueue: 4, maxBatch: 1 });
    submit(LIST_CURRENCY);
    const [refused] = [
      submit(deposit(1n), deposit(2n), deposit(3n), deposit(4n), deposit(5n)).at(-1),
    ];
    const [tick, cancel, other] = [
      submit({ kind: 'clock.tick' })[0],
      submit(cancelOf(1))[0],
      submit(cancelOf(2), cancelOf(3), cancelOf(4)),
    ];
    expect([...publisher.answered]).toEqual([[refused, 'engine_busy']]);
    expect(submit(cancelOf(5)).map((ticket) => publisher.answered.get(ticket))).toEqual([
      'engine_busy',
    ]);
    expect(sequencer.queueLength).toBe(8);
    for (let commit = 0; commit < 10; commit++) await journal.endNext();
    // The cancels find no order, so they are in no journal: the applied commands show the order.
    expect(applied).toEqual([
      'currency.list',
      'ledger.deposit',
      'clock.tick',
      'spot.cancel',
      'spot.cancel',
      'spot.cancel',
      'ledger.deposit',
      'spot.cancel',
      'ledger.deposit',
      'ledger.deposit',
    ]);
    expect(journal.entries).toHaveLength(6);
    expect(
      [tick, cancel, ...other].every(
        (ticket) => typeof publisher.answered.get(ticket ?? 0) === 'object',
      ),
    ).toBe(true);
  });

  it.each([
    ['back by a minute', -60_000],
    ['ahead by 73 years', Date.UTC(2099, 0) - START_MS],
  ])(
    'lets time go on as it did when the wall clock steps %s, and says so',
    async (_step, stepMs) => {
      const { clock, journal, submit, sequencer } = setUp();
      submit(LIST_CURRENCY);
      await settle();
      clock.wallMs += stepMs;
      clock.pass(1_000);
      submit(deposit(1n), deposit(2n));
      await settle();
      expect(sequencer.clock).toEqual({ steps: 1, stepMs });
      clock.pass(1_000);
      submit(deposit(3n));
      await settle();
      clock.wallMs -= stepMs;
      clock.pass(1_000);
      submit(deposit(4n));
      await settle();
      expect(journal.entries.map(({ timeMs }) => timeMs - START_MS)).toEqual([
        0, 1_000, 1_000, 2_000, 3_000,
      ]);
      expect(sequencer.clock).toEqual({ steps: 1, stepMs: 0 });
    },
  );

  it('halts before it journals a time that does not keep the pace of the monotonic clock', async () => {
    for (const badMs of [-100, 10_000]) {
      const { clock, journal, publisher, submit } = setUp();
      submit(LIST_CURRENCY);
      await settle();
      clock.pass(1_000);
      // A defect of the engine's clock: it reads another clock than the sequencer.
      const readings = [1_000, 1_000 + badMs, 1_000];
      clock.monotonicMs = () => readings.shift() ?? 1_000;
      submit(deposit(1n));
      await settle();
      expect(publisher.reason?.message).toContain('invariant J5');
      expect(journal.entries).toHaveLength(1);
    }
  });

  it('answers a repeated command as the first time, also after a restart', async () => {
    const { journal, publisher, submit } = setUp();
    submit(LIST_CURRENCY, deposit(5n, 'once'), deposit(5n, 'once'));
    await settle();
    expect(journal.entries).toHaveLength(2);
    const exchange = await recover({
      journal,
      projectedSeq: 2,
      project: () => Promise.resolve(),
      warn: () => undefined,
    });
    expect(publisher.answered.get(3)).toMatchObject({ outcome: { ok: true }, events: [] });
    expect(exchange.apply(deposit(5n, 'once'), START_MS)).toMatchObject({
      outcome: { ok: true },
      events: [],
    });
    expect(exchange.apply(deposit(6n, 'once'), START_MS)).toMatchObject({
      outcome: { ok: false, rejection: 'idempotency_key_reused' },
    });
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
