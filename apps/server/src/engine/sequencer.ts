/**
 * Puts commands in their one order, applies them to the core, commits them in batches and only then
 * lets anything out: the one choke point for replies, events and projections.
 *
 * One commit is in flight while the next batch fills. A failed commit, or anything that the core
 * throws, halts it for good: memory may then be ahead of the journal, so nothing more goes out and
 * every pending command gets `engine_stopped`. A command that changes nothing (refused, or a
 * repetition) is not journaled; its answer waits until the state behind it is durable. An asserting
 * command is never journaled, because the core throws before its batch is committed: the next start
 * comes back without it. The halt reports that command, and commands pass a gate (`admit`) before
 * they wait, so that it cannot come again: see quarantine/.
 */
import { decodeCommand, encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { Exchange } from '@meridian/core/exchange';
import { Fault } from '../fault.ts';
import type { Journal, NewEntry } from '../journal/journal.ts';
import { faultRecord, type FaultRecord } from '../quarantine/fault-record.ts';
import { CommandLanes, type Waiting } from './command-lanes.ts';
import { EngineClock, SLEW, type Clock, type ClockStart } from './engine-clock.ts';

/**
 * Customers' commands that may wait, and as many cancels: further ones are refused with
 * `engine_busy`, see command-lanes.ts.
 */
export const MAX_QUEUE = 20_000;
/** The ticket of a command without a caller. Callers count from 1. */
const NO_TICKET = 0;
/** Commands in one commit. */
export const MAX_BATCH = 512;

/**
 * Receives everything that the sequencer lets out. A ticket is the caller's number for a submitted
 * command.
 */
export interface Publisher {
  /** A batch is durable. Called in order, without gaps; `tickets[i]` belongs to `batch[i]`. */
  durable(batch: readonly Applied[], tickets: readonly number[], commitMs: number): void;
  /**
   * These commands changed nothing and are in no journal; the state behind their answers is
   * durable. `tickets[i]` belongs to `answers[i]`.
   */
  unchanged(answers: readonly Applied[], tickets: readonly number[]): void;
  /**
   * These commands were not journaled (`engine_busy`, or a fault of the gate), or nobody knows
   * (`engine_stopped`).
   */
  refused(tickets: readonly number[], fault: Fault): void;
  /** Nothing more comes out. `fault` is the command on which the core threw, if one did. */
  halted(reason: Error, fault: FaultRecord | undefined): void;
}

export interface SequencerParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly clockStart?: ClockStart | undefined;
  readonly publisher: Publisher;
  /**
   * The gate: the command that may be applied, or the reason for a refusal. Without it all pass.
   */
  readonly admit?: (command: Command) => Command | Fault;
  readonly maxQueue?: number;
  readonly maxBatch?: number;
}

interface Batch {
  readonly entries: NewEntry[];
  readonly applied: Applied[];
  readonly tickets: number[];
  /**
   * Answers of commands that changed nothing, based on this batch or an earlier one, with their
   * tickets.
   */
  readonly unchanged: Applied[];
  readonly unchangedTickets: number[];
}

export class Sequencer {
  readonly #exchange: Exchange;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #time: EngineClock;
  /**
   * Engine time at the start, and the monotonic clock before and after reading it: time keeps that
   * clock's pace (J5).
   */
  readonly #start: { readonly beforeMs: number; readonly timeMs: number; readonly afterMs: number };
  readonly #publisher: Publisher;
  readonly #admit: (command: Command) => Command | Fault;
  readonly #maxBatch: number;

  /** Commands that are in no batch yet. */
  readonly #lanes: CommandLanes;
  #filling: Batch = emptyBatch();
  #inFlight: Batch | undefined;
  /** Run between two batches, when memory and journal agree. */
  #atRest: (() => void)[] = [];
  #drained: (() => void)[] = [];
  #state: 'running' | 'draining' | 'halted' = 'running';
  /** The command on which the core threw. */
  #fault: FaultRecord | undefined;
  /** Number of checks of each of its invariants. */
  readonly #checks = { J5: 0, J7: 0, J9: 0 };

  /** Throws `Fault` clock_wrong when the wall clock lies before the journal. */
  constructor(parts: SequencerParts) {
    this.#exchange = parts.exchange;
    this.#journal = parts.journal;
    this.#clock = parts.clock;
    this.#time = new EngineClock(parts.clock, parts.exchange.timeMs, parts.clockStart);
    this.#start = {
      beforeMs: parts.clock.monotonicMs(),
      timeMs: this.#time.read(),
      afterMs: parts.clock.monotonicMs(),
    };
    this.#publisher = parts.publisher;
    this.#admit = parts.admit ?? ((command) => command);
    this.#lanes = new CommandLanes(parts.maxQueue ?? MAX_QUEUE);
    this.#maxBatch = parts.maxBatch ?? MAX_BATCH;
  }

  /** Commands that wait for a batch. */
  get queueLength(): number {
    return this.#lanes.length;
  }

  /**
   * Number of the wall clock's steps, and its present distance in milliseconds (0: it is followed).
   */
  get clock(): { readonly steps: number; readonly stepMs: number } {
    return { steps: this.#time.steps, stepMs: this.#time.stepMs };
  }

  /**
   * Number of checks of its invariants: keys against the table, times against the last one, room in
   * the queue, commands at the gate.
   */
  get checks(): Readonly<Record<'J5' | 'J7' | 'J9', number>> {
    return this.#checks;
  }

  /**
   * Takes commands, those of a lane in this order. Each is answered once, through the publisher.
   */
  submit(commands: readonly Waiting[]): void {
    if (this.#state !== 'running') {
      this.#publisher.refused(
        commands.map(ticketOf),
        new Fault('engine_stopped', 'the engine is stopped'),
      );
      return;
    }
    this.#checks.J7 += commands.length;
    const refused = this.#admitted(commands).filter((waiting) => !this.#lanes.push(waiting));
    if (refused.length > 0)
      this.#publisher.refused(
        refused.map(ticketOf),
        new Fault('engine_busy', 'the queue of the engine is full'),
      );
    this.#resume();
  }

  /**
   * Takes a command of the engine's own: it has no answer, a full queue does not refuse it, and a
   * drain includes it.
   */
  submitOwn(command: Command): void {
    if (this.#state === 'halted') return;
    for (const waiting of this.#admitted([{ ticket: NO_TICKET, command }]))
      this.#lanes.pushOwn(waiting);
    this.#resume();
  }

  /**
   * Runs `read` when every applied command is durable and returns its result: the state is then
   * that of the journal's head.
   */
  atRest<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'halted')
        return reject(new Fault('engine_stopped', 'the engine is stopped'));
      this.#atRest.push(() => {
        if (this.#state === 'halted')
          return reject(new Fault('engine_stopped', 'the engine is stopped'));
        try {
          resolve(read());
        } catch (error) {
          // A failed scan of the state is a failed assertion.
          reject(error instanceof Error ? error : new Error(String(error)));
          this.#halt(error);
        }
      });
      this.#resume();
    });
  }

  /** Takes no more commands and settles when all accepted ones are durable. */
  async drain(): Promise<void> {
    if (this.#state === 'running') this.#state = 'draining';
    const drained = new Promise<void>((resolve) => this.#drained.push(resolve));
    this.#resume();
    if (this.#state !== 'halted') await drained;
  }

  /** Stops it for an outside reason: the journal's session broke. */
  halt(reason: Error): void {
    this.#halt(reason);
  }

  /** Passes commands through the gate and refuses those that it holds back. */
  #admitted(commands: readonly Waiting[]): readonly Waiting[] {
    const admitted: Waiting[] = [];
    this.#checks.J9 += commands.length;
    for (const { ticket, command } of commands) {
      const result = this.#admit(command);
      if (result instanceof Fault) this.#publisher.refused([ticket], result);
      else admitted.push({ ticket, command: result });
    }
    return admitted;
  }

  #resume(): void {
    if (this.#state === 'halted') return;
    try {
      do this.#fill();
      while (this.#answerUnchanged());
      if (this.#inFlight === undefined && this.#filling.applied.length > 0) this.#commit();
      if (this.#inFlight === undefined && this.queueLength === 0) run(this.#drained.splice(0));
    } catch (error) {
      this.#halt(error);
    }
  }

  #fill(): void {
    const batch = this.#filling;
    // While a read waits for a rest, the next batch stays empty.
    if (this.#atRest.length > 0 && (this.#inFlight !== undefined || batch.applied.length > 0))
      return;
    run(this.#atRest.splice(0));
    // One time for all commands taken now: they take less than the commit that they wait for.
    const timeMs = this.queueLength > 0 ? this.#stamp() : 0;
    while (batch.applied.length + batch.unchanged.length < this.#maxBatch) {
      const waiting = this.#lanes.take();
      if (waiting === undefined) break;
      batch.tickets.push(waiting.ticket);
      // The decoded payload is applied: a value that JSON changes (-0, NaN) must not make the
      // replay differ.
      const payload = encodeCommand(waiting.command);
      const { seq } = this.#exchange;
      const applied = this.#apply(payload, timeMs);
      if (this.#exchange.seq === seq) {
        batch.tickets.pop();
        batch.unchangedTickets.push(waiting.ticket);
        batch.unchanged.push(applied);
        continue;
      }
      batch.applied.push(applied);
      batch.entries.push({ timeMs, payload });
    }
  }

  /**
   * Answers commands that changed nothing when no commit is pending. Returns whether there were
   * any: there may be room for more now.
   */
  #answerUnchanged(): boolean {
    const batch = this.#filling;
    if (this.#inFlight !== undefined || batch.applied.length > 0 || batch.unchanged.length === 0)
      return false;
    this.#filling = emptyBatch();
    this.#publisher.unchanged(batch.unchanged, batch.unchangedTickets);
    return true;
  }

  #apply(payload: string, timeMs: number): Applied {
    const seq = this.#exchange.seq + 1;
    try {
      return this.#exchange.apply(decodeCommand(payload), timeMs);
    } catch (error) {
      this.#fault = faultRecord({ payload, seq, timeMs }, error);
      throw error;
    }
  }

  /**
   * Engine time. It keeps the pace of the monotonic clock, even where the wall clock does not: it
   * never goes back, jumps ahead or stops.
   */
  #stamp(): number {
    const { beforeMs, timeMs: startMs, afterMs } = this.#start;
    const leastMs = (this.#clock.monotonicMs() - afterMs) * (1 - SLEW) - 1;
    const timeMs = this.#time.read();
    const mostMs = (this.#clock.monotonicMs() - beforeMs) * (1 + SLEW) + 1;
    const passedMs = timeMs - startMs;
    this.#checks.J5++;
    if (timeMs < this.#exchange.timeMs || passedMs < leastMs || passedMs > mostMs) {
      const told = `time went from ${startMs} to ${timeMs}, the last command was of ${this.#exchange.timeMs}`;
      throw new Error(
        `invariant J5 does not hold: ${told}, the monotonic clock allows ${leastMs} to ${mostMs} ms`,
      );
    }
    return timeMs;
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
      // The next commit first: its way to the disk takes longest.
      if (this.#filling.applied.length > 0) this.#commit();
      this.#publisher.durable(batch.applied, batch.tickets, commitMs);
      if (batch.unchanged.length > 0)
        this.#publisher.unchanged(batch.unchanged, batch.unchangedTickets);
    } catch (error) {
      this.#halt(error);
      return;
    }
    this.#resume();
  }

  #halt(cause: unknown): void {
    if (this.#state === 'halted') return;
    this.#state = 'halted';
    const reason = cause instanceof Error ? cause : new Error(String(cause));
    const begun = [this.#inFlight, this.#filling].flatMap((batch) => [
      ...(batch?.tickets ?? []),
      ...(batch?.unchangedTickets ?? []),
    ]);
    const pending = [...begun, ...this.#lanes.takeAll().map(ticketOf)];
    this.#publisher.refused(
      pending,
      new Fault('engine_stopped', 'the engine has stopped', { cause: reason }),
    );
    run(this.#atRest.splice(0));
    run(this.#drained.splice(0));
    this.#publisher.halted(reason, this.#fault);
  }
}

function emptyBatch(): Batch {
  return { entries: [], applied: [], tickets: [], unchanged: [], unchangedTickets: [] };
}

function run(actions: readonly (() => void)[]): void {
  for (const action of actions) action();
}

function ticketOf(waiting: Waiting): number {
  return waiting.ticket;
}
