/**
 * The engine for the main thread. Owns the engine's thread, the commands that wait for an answer
 * and their tickets. Commands of one turn of the event loop travel in one message, results of one
 * batch in another. While a batch is under way, commands gather for a moment: they would only wait
 * for it, and waking the engine's thread costs more than an order does.
 */
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { Worker } from 'node:worker_threads';
import { Fault } from '../fault.ts';
import { unpackBatch } from './batch-codec.ts';
import { laneOf, roomOf, type Lane } from './command-lanes.ts';
import type { Answer, Engine } from './engine.ts';
import { MAX_QUEUE } from './sequencer.ts';
import type {
  EngineAlarm,
  EngineReport,
  EngineThreadData,
  FromEngineThread,
  ToEngine,
} from './thread-messages.ts';

/**
 * Longest time that a command waits for others while a batch is under way. Less than a commit
 * takes.
 */
const GATHER_MS = 1;

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

export interface EngineClientOptions extends EngineThreadData {
  readonly warn: (message: string) => void;
  /** Called for each batch, for the metrics. */
  readonly onCommit?: (commands: number, commitMs: number) => void;
}

export class EngineClient implements Engine {
  #status: Engine['status'] = 'recovering';
  #alarms: readonly EngineAlarm[] = [];
  readonly #worker: Worker;
  readonly #options: EngineClientOptions;
  readonly #listeners: ((batch: readonly Applied[]) => void)[] = [];
  readonly #commands = new Map<number, Pending<Answer> & { readonly lane: Lane }>();
  /** Number of them in each lane. */
  readonly #pending: Record<Lane, number> = { system: 0, cancels: 0, customers: 0 };
  readonly #questions = new Map<number, Pending<FromEngineThread>>();
  #outgoing: { ticket: number; command: Command }[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  #unchangedCommands = 0;
  /**
   * Monotonic time of the engine's last answer, or of the first command after it had answered all.
   */
  #heardMs = 0;
  readonly #recovered = Promise.withResolvers<ExchangeSnapshot>();
  readonly #ended = Promise.withResolvers<Error | undefined>();

  constructor(options: EngineClientOptions) {
    this.#options = options;
    const { databaseUrl, databaseTimeoutMs, dataDir, projectorPort, clockStart, startMode } =
      options;
    this.#worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
      name: 'engine',
      workerData: {
        databaseUrl,
        dataDir,
        projectorPort,
        clockStart,
        startMode,
        ...(databaseTimeoutMs === undefined ? {} : { databaseTimeoutMs }),
      } satisfies EngineThreadData,
      transferList: [projectorPort],
      // A large nursery: most allocations of a batch are dead before they would be moved.
      resourceLimits: { maxYoungGenerationSizeMb: 192 },
    });
    // A caller who never asks for the snapshot must not crash the process when recovery fails:
    // `ended` reports the failure.
    this.#recovered.promise.catch(() => undefined);
    this.#worker.on('message', (message: FromEngineThread) => this.#receive(message));
    this.#worker.on('error', (error) =>
      this.#end(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#end(undefined));
  }

  get status(): Engine['status'] {
    return this.#status;
  }

  /** Alarms for operators while the engine goes on. */
  get alarms(): readonly EngineAlarm[] {
    return this.#alarms;
  }

  /**
   * Whether the engine accepts nothing but cancels. Known after recovery, and fixed from then on.
   */
  get isCancelOnly(): boolean {
    return this.#alarms.includes('cancel_only');
  }

  /** Reloads the held commands after an operator has released some of them. */
  faultsChanged(): void {
    if (this.#status === 'running') this.#post({ type: 'faultsChanged' });
  }

  /** Number of commands that changed nothing, since the start. */
  get unchangedCommands(): number {
    return this.#unchangedCommands;
  }

  /** Number of commands that wait for their answer. */
  get pendingCommands(): number {
    return this.#commands.size;
  }

  /**
   * Milliseconds without any answer while commands wait; 0 while none waits. Seconds of it mean
   * that the database is stuck.
   */
  get stalledMs(): number {
    return this.#commands.size === 0 ? 0 : performance.now() - this.#heardMs;
  }

  /**
   * Settles when the engine lets nothing more out: with the reason, or undefined after `stop()`.
   */
  get ended(): Promise<Error | undefined> {
    return this.#ended.promise;
  }

  submit(command: Command): Promise<Answer> {
    if (this.#status === 'stopped')
      return Promise.reject(new Fault('engine_stopped', 'the engine is stopped'));
    const lane = laneOf(command);
    if (this.#pending[lane] >= roomOf(lane, MAX_QUEUE))
      return Promise.reject(new Fault('engine_busy', 'too many commands wait for the engine'));
    return new Promise((resolve, reject) => {
      const ticket = ++this.#lastNumber;
      if (this.#outgoing.length === 0) this.#flushSoon();
      if (this.#commands.size === 0) this.#heardMs = performance.now();
      this.#pending[lane]++;
      this.#commands.set(ticket, { resolve, reject, lane });
      this.#outgoing.push({ ticket, command });
    });
  }

  onDurable(listener: (batch: readonly Applied[]) => void): void {
    this.#listeners.push(listener);
  }

  recovered(): Promise<ExchangeSnapshot> {
    return this.#recovered.promise;
  }

  async stateHash(): Promise<{ seq: number; hash: string }> {
    const answer = await this.#ask('stateHash');
    if (answer.type !== 'stateHash') throw new Error(`the engine answered ${answer.type}`);
    return { seq: answer.seq, hash: answer.hash };
  }

  async report(): Promise<EngineReport> {
    const answer = await this.#ask('report');
    if (answer.type !== 'report') throw new Error(`the engine answered ${answer.type}`);
    return answer.report;
  }

  /** Finishes submitted commands, stores a snapshot and ends the thread. */
  async stop(): Promise<void> {
    if (this.#status === 'recovering') await this.#worker.terminate();
    else {
      this.#flush();
      this.#post({ type: 'stop' });
    }
    await this.#ended.promise;
  }

  #ask(type: 'stateHash' | 'report'): Promise<FromEngineThread> {
    if (this.#status === 'stopped')
      return Promise.reject(new Fault('engine_stopped', 'the engine is stopped'));
    return new Promise((resolve, reject) => {
      const question = ++this.#lastNumber;
      this.#questions.set(question, { resolve, reject });
      this.#post({ type, question });
    });
  }

  #flushSoon(): void {
    if (this.#commands.size === 0) setImmediate(() => this.#flush());
    else this.#gathering = setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    if (this.#outgoing.length === 0) return;
    const commands = this.#outgoing;
    this.#outgoing = [];
    this.#post({ type: 'submit', commands });
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromEngineThread): void {
    switch (message.type) {
      case 'durable':
        this.#publish(message);
        break;
      case 'unchanged':
        this.#answer(message);
        break;
      case 'refused':
        for (const ticket of message.tickets)
          this.#takeCommand(ticket)?.reject(new Fault(message.code, message.message));
        break;
      case 'recovered':
        this.#status = 'running';
        this.#recovered.resolve(message.snapshot);
        break;
      case 'stateHash':
      case 'report':
        this.#questions.get(message.question)?.resolve(message);
        this.#questions.delete(message.question);
        break;
      case 'warning':
        this.#options.warn(message.message);
        break;
      case 'alarms':
        this.#alarms = message.alarms;
        break;
      case 'halted':
        this.#end(haltReason(message));
        break;
    }
  }

  /** The live view first, so that a caller with a reply can read its own write. */
  #publish({ packed, tickets, commitMs }: Extract<FromEngineThread, { type: 'durable' }>): void {
    // After a halt nothing goes out, even if it was on its way.
    if (this.#status === 'stopped') return;
    this.#heardMs = performance.now();
    const applied = unpackBatch(packed);
    this.#options.onCommit?.(applied.length, commitMs);
    for (const listener of this.#listeners) listener(applied);
    applied.forEach((one, index) => this.#takeCommand(tickets[index] ?? 0)?.resolve(one));
    this.#flush();
  }

  /** Only the callers hear of commands that changed nothing. */
  #answer({ packed, tickets }: Extract<FromEngineThread, { type: 'unchanged' }>): void {
    if (this.#status === 'stopped') return;
    this.#heardMs = performance.now();
    this.#unchangedCommands += tickets.length;
    unpackBatch(packed).forEach((one, index) =>
      this.#takeCommand(tickets[index] ?? 0)?.resolve({ ...one, isUnchanged: true }),
    );
  }

  #takeCommand(ticket: number): Pending<Answer> | undefined {
    const found = this.#commands.get(ticket);
    if (found === undefined) return undefined;
    this.#commands.delete(ticket);
    this.#pending[found.lane]--;
    return found;
  }

  #end(reason: Error | undefined): void {
    if (this.#status === 'stopped') return;
    this.#status = 'stopped';
    const fault = new Fault('engine_stopped', 'the engine has stopped', { cause: reason });
    for (const waiting of [...this.#commands.values(), ...this.#questions.values()])
      waiting.reject(fault);
    this.#commands.clear();
    this.#questions.clear();
    this.#recovered.reject(reason ?? fault);
    // A halted thread has nothing left to do. (After a clean stop it has already ended.)
    this.#worker.terminate().catch(() => undefined);
    this.#ended.resolve(reason);
  }
}

function haltReason({
  code,
  message,
  stack,
}: Extract<FromEngineThread, { type: 'halted' }>): Error {
  const reason = code === undefined ? new Error(message) : new Fault(code, message);
  if (stack !== undefined) reason.stack = stack;
  return reason;
}
