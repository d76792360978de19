/**
 * Puts commands in their one order, applies them to the core, commits them in batches and only then lets anything out: the
 * one choke point for replies, events and projections.
 *
 * One commit is in flight while the next batch fills. A commit that fails, or anything that the core throws, halts it for
 * good: what is in memory may then be ahead of the journal, so nothing more goes out and every pending command is told
 * `engine_stopped`. An asserting command is never journaled, because the core throws before its batch is committed: the
 * next start comes back without it.
 */
import { decodeCommand, encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { Exchange } from '@meridian/core/exchange';
import { Fault } from '../fault.ts';
import type { Journal, NewEntry } from '../journal/journal.ts';

/** Commands that may wait, over all: more are refused with `engine_busy`. */
export const MAX_QUEUE = 20_000;
/** Commands in one commit. */
export const MAX_BATCH = 512;

export interface Clock {
  /** Milliseconds UTC. It may jump: the sequencer never stamps a command earlier than the one before. */
  nowMs(): number;
}

/** Where everything goes that the sequencer lets out. A ticket is the caller's number for a command that it submitted. */
export interface Publisher {
  /** A batch is durable. Called in order, without gaps; `tickets[i]` is the command of `batch[i]`. */
  durable(batch: readonly Applied[], tickets: readonly number[], commitMs: number): void;
  /** These commands were not journaled (`engine_busy`), or nobody can say (`engine_stopped`). */
  refused(tickets: readonly number[], fault: Fault): void;
  /** False while a reader lags too far behind; `resume()` when that is over. */
  hasRoom(): boolean;
  /** Nothing more will come out. */
  halted(reason: Error): void;
}

export interface SequencerParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly maxQueue?: number;
  readonly maxBatch?: number;
}

interface Batch {
  readonly entries: NewEntry[];
  readonly applied: Applied[];
  readonly tickets: number[];
}

interface Waiting {
  readonly ticket: number;
  readonly command: Command;
}

export class Sequencer {
  readonly #exchange: Exchange;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #publisher: Publisher;
  readonly #maxQueue: number;
  readonly #maxBatch: number;

  /** Commands that no batch has taken yet: those from `#queueStart` on. */
  #queue: Waiting[] = [];
  #queueStart = 0;
  #filling: Batch = emptyBatch();
  #inFlight: Batch | undefined;
  /** Run between two batches, when memory and journal agree. */
  #atRest: (() => void)[] = [];
  #drained: (() => void)[] = [];
  #state: 'running' | 'draining' | 'halted' = 'running';
  #clockClamps = 0;
  #isClamped = false;
  /** How often each of its invariants was checked. */
  readonly #checks = { J4: 0, J5: 0, J7: 0 };

  constructor(parts: SequencerParts) {
    this.#exchange = parts.exchange;
    this.#journal = parts.journal;
    this.#clock = parts.clock;
    this.#publisher = parts.publisher;
    this.#maxQueue = parts.maxQueue ?? MAX_QUEUE;
    this.#maxBatch = parts.maxBatch ?? MAX_BATCH;
  }

  /** Commands that wait for a batch. */
  get queueLength(): number {
    return this.#queue.length - this.#queueStart;
  }

  /** How often the clock fell behind the last command, so that time had to stand still (J5). */
  get clockClamps(): number {
    return this.#clockClamps;
  }

  /** How often its invariants were checked: keys against the table, times against the last one, room in the queue. */
  get checks(): Readonly<Record<'J4' | 'J5' | 'J7', number>> {
    return this.#checks;
  }

  /** Takes commands in this order. Each is answered once, through the publisher. */
  submit(commands: readonly Waiting[]): void {
    if (this.#state !== 'running') {
      this.#publisher.refused(commands.map(ticketOf), new Fault('engine_stopped', 'the engine is stopped'));
      return;
    }
    this.#checks.J7 += commands.length;
    const room = Math.max(0, this.#maxQueue - this.queueLength);
    for (const command of room >= commands.length ? commands : commands.slice(0, room)) this.#queue.push(command);
    if (commands.length > room) {
      this.#publisher.refused(commands.slice(room).map(ticketOf), new Fault('engine_busy', 'the queue of the engine is full'));
    }
    this.resume();
  }

  /** Goes on after `hasRoom()` was false. */
  resume(): void {
    if (this.#state === 'halted') return;
    try {
      this.#fill();
      if (this.#inFlight === undefined && this.#filling.applied.length > 0) this.#commit();
      if (this.#inFlight === undefined && this.queueLength === 0) run(this.#drained.splice(0));
    } catch (error) {
      this.#halt(error);
    }
  }

  /** Runs `read` when every applied command is durable and gives its result: the state is then that of the journal's head. */
  atRest<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'halted') return reject(new Fault('engine_stopped', 'the engine is stopped'));
      this.#atRest.push(() => {
        if (this.#state === 'halted') return reject(new Fault('engine_stopped', 'the engine is stopped'));
        try {
          resolve(read());
        } catch (error) {
          // A scan of the state that fails is a failed assertion.
          reject(error instanceof Error ? error : new Error(String(error)));
          this.#halt(error);
        }
      });
      this.resume();
    });
  }

  /** Takes no more commands and settles when all that it has are durable. */
  async drain(): Promise<void> {
    if (this.#state === 'running') this.#state = 'draining';
    const drained = new Promise<void>((resolve) => this.#drained.push(resolve));
    this.resume();
    if (this.#state !== 'halted') await drained;
  }

  /** Ends it for a reason from outside: the journal's session broke. */
  halt(reason: Error): void {
    this.#halt(reason);
  }

  #fill(): void {
    const batch = this.#filling;
    // While somebody waits for a rest the next batch stays empty.
    if (this.#atRest.length > 0 && (this.#inFlight !== undefined || batch.applied.length > 0)) return;
    run(this.#atRest.splice(0));
    while (batch.applied.length < this.#maxBatch && this.queueLength > 0 && this.#publisher.hasRoom()) {
      const waiting = this.#queue[this.#queueStart++];
      if (waiting === undefined) break;
      if ('key' in waiting.command) this.#checks.J4++;
      const timeMs = this.#stamp();
      batch.tickets.push(waiting.ticket);
      // What is applied is what the journal will say: a value that JSON changes (-0, NaN) must not make the replay differ.
      const payload = encodeCommand(waiting.command);
      batch.applied.push(this.#exchange.apply(decodeCommand(payload), timeMs));
      batch.entries.push({ timeMs, payload });
    }
    // Dropping what was taken costs a copy of the rest: seldom enough to be cheap, often enough to stay small.
    if (this.#queueStart >= this.#maxBatch || this.#queueStart === this.#queue.length) {
      this.#queue = this.#queue.slice(this.#queueStart);
      this.#queueStart = 0;
    }
  }

  #stamp(): number {
    this.#checks.J5++;
    const nowMs = this.#clock.nowMs();
    const lastMs = this.#exchange.timeMs;
    if (nowMs < lastMs && !this.#isClamped) this.#clockClamps++;
    this.#isClamped = nowMs < lastMs;
    return Math.max(nowMs, lastMs);
  }

  #commit(): void {
    const batch = this.#filling;
    this.#inFlight = batch;
    this.#filling = emptyBatch();
    const startMs = performance.now();
    this.#journal.append(batch.entries).then(
      () => this.#committed(batch, performance.now() - startMs),
      (error: unknown) => this.#halt(error),
    );
  }

  #committed(batch: Batch, commitMs: number): void {
    if (this.#state === 'halted') return;
    try {
      this.#inFlight = undefined;
      // The next commit first: its way to the disk is the long one.
      if (this.#filling.applied.length > 0) this.#commit();
      this.#publisher.durable(batch.applied, batch.tickets, commitMs);
    } catch (error) {
      this.#halt(error);
      return;
    }
    this.resume();
  }

  #halt(cause: unknown): void {
    if (this.#state === 'halted') return;
    this.#state = 'halted';
    const reason = cause instanceof Error ? cause : new Error(String(cause));
    const pending = [
      ...(this.#inFlight?.tickets ?? []),
      ...this.#filling.tickets,
      ...this.#queue.slice(this.#queueStart).map(ticketOf),
    ];
    this.#queue = [];
    this.#queueStart = 0;
    this.#publisher.refused(pending, new Fault('engine_stopped', 'the engine has stopped', { cause: reason }));
    run(this.#atRest.splice(0));
    run(this.#drained.splice(0));
    this.#publisher.halted(reason);
  }
}

function emptyBatch(): Batch {
  return { entries: [], applied: [], tickets: [] };
}

function run(actions: readonly (() => void)[]): void {
  for (const action of actions) action();
}

function ticketOf(waiting: Waiting): number {
  return waiting.ticket;
}
