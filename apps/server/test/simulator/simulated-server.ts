import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { ClientBase } from 'pg';
import type { ClockStart } from '../../src/engine/engine-clock.ts';
import { startEngine } from '../../src/engine/engine-host.ts';
import type { ProjectorPort } from '../../src/engine/projector-feed.ts';
import type { EngineReport, FromEngine, ToEngine } from '../../src/engine/thread-messages.ts';
import type { FaultCode } from '../../src/fault.ts';
import {
  PostgresJournal,
  type JournalPlatform,
  type JournalSession,
} from '../../src/journal/postgres-journal.ts';
import { openLiveView, type LiveView } from '../../src/modules/live-view.ts';
import { EventReplay } from '../../src/projector/event-replay.ts';
import { Projector, type Timer } from '../../src/projector/projector.ts';
import type { PositionMessage } from '../../src/projector/projector-messages.ts';
import type { SimulatedDatabase, SimulatedSession } from './simulated-database.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/**
 * Observes a server for the simulation. Each call is an effect that a real server would have let
 * out.
 */
export interface ServerWatcher {
  /** The server serves, with this recovered state. */
  recovered(server: SimulatedServer, snapshot: ExchangeSnapshot): void;
  /** A batch was published; `commands[i]` is the command that its caller submitted. */
  published(
    server: SimulatedServer,
    batch: readonly Applied[],
    commands: readonly (Command | undefined)[],
  ): void;
  /** The answer to a command that changed nothing, and is in no journal, is about to leave. */
  unchanged(answer: Applied, command: Command | undefined): void;
  /** An answer left for the client. */
  replied(ticket: number, answer: Applied | FaultCode): void;
  /** The server ended: halted by itself, or killed. */
  died(server: SimulatedServer, reason: string, code: FaultCode | 'bug' | 'killed'): void;
}

/**
 * One run of the server: the real engine (journal, recovery, sequencer, snapshots), the real
 * projector and the real live view, wired as the server wires them, on a simulated database, clock
 * and scheduler. Once it is dead it has no further effect.
 */
export class SimulatedServer {
  readonly live: LiveView;
  readonly #world: SimulatedWorld;
  readonly #database: SimulatedDatabase;
  readonly #watcher: ServerWatcher;
  readonly #sessions: SimulatedSession[] = [];
  readonly #receive: (message: ToEngine) => void;
  /**
   * Submitted commands by the engine's ticket: a request that the network repeats is submitted
   * twice.
   */
  readonly #submitted = new Map<number, { readonly ticket: number; readonly command: Command }>();
  #nextTicket = 1;
  readonly #questions = new Map<number, (message: FromEngine) => void>();
  /** The simulated time at which it began to serve, and the wall clock that it took over then. */
  readonly started = { atMs: 0, wallMs: 0 };
  #isAlive = true;
  #isServing = false;

  constructor(parts: {
    world: SimulatedWorld;
    database: SimulatedDatabase;
    watcher: ServerWatcher;
    snapshotEveryCommands: number;
    maxProjectorLag: number;
    clockStart: ClockStart;
  }) {
    const { world, database, watcher } = parts;
    this.#world = world;
    this.#database = database;
    this.#watcher = watcher;
    this.live = openLiveView(() => world.nowMs);
    database.isInRecovery = true;
    this.#receive = startEngine({
      openJournal: (onLost) => PostgresJournal.open(this.#journalPlatform(), onLost),
      projectorPort: this.#startProjector(),
      clock: { nowMs: () => world.nowMs + world.clockOffsetMs, monotonicMs: () => world.nowMs },
      clockStart: parts.clockStart,
      send: (message) => this.#sent(message),
      ended: () => undefined,
      snapshotEveryCommands: parts.snapshotEveryCommands,
      maxProjectorLag: parts.maxProjectorLag,
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isServing(): boolean {
    return this.#isAlive && this.#isServing;
  }

  /** A command arrives. Answers to the client go through the watcher. */
  submit(ticket: number, command: Command): void {
    if (!this.isServing) return;
    const own = this.#nextTicket++;
    this.#submitted.set(own, { ticket, command });
    this.#receive({ type: 'submit', commands: [{ ticket: own, command }] });
  }

  stateHash(): Promise<{ seq: number; hash: string }> {
    return this.#ask('stateHash') as Promise<{ seq: number; hash: string } & FromEngine>;
  }

  async report(): Promise<EngineReport> {
    return ((await this.#ask('report')) as FromEngine & { type: 'report' }).report;
  }

  /** Kills the process: from now on it has no effect. */
  kill(reason: string): void {
    this.#die(reason, 'killed');
  }

  #die(reason: string, code: FaultCode | 'bug' | 'killed'): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#database.isInRecovery = false;
    for (const session of this.#sessions) session.abandon();
    this.#watcher.died(this, reason, code);
  }

  #journalPlatform(): JournalPlatform {
    return {
      connect: () => Promise.resolve(this.#connect() as unknown as JournalSession),
      // Not compressed: zlib is not under test, and took an eighth of the time.
      compress: (lines) => Promise.resolve(Buffer.from(lines.join('\n'))),
      decompress: (body) => Promise.resolve(body.toString('utf8').split('\n')),
    };
  }

  #connect(): SimulatedSession {
    const session = this.#database.connect();
    this.#sessions.push(session);
    if (!this.#isAlive) session.abandon();
    return session;
  }

  #ask(type: 'stateHash' | 'report'): Promise<FromEngine> {
    const question = this.#questions.size + 1;
    return new Promise((resolve) => {
      this.#questions.set(question, resolve);
      this.#receive({ type, question });
    });
  }

  /** The projector's thread, and the engine's end of the channel to it. */
  #startProjector(): ProjectorPort {
    let toEngine: ((message: PositionMessage) => void) | undefined;
    // As in a MessagePort, messages wait for the first listener.
    const early: PositionMessage[] = [];
    const tellEngine = (message: PositionMessage): void =>
      toEngine === undefined ? void early.push(message) : toEngine(message);
    const [deliver, tell] = [this.#channel(), this.#channel()];
    const timer: Timer = (delayMs, run) => {
      let isOff = false;
      this.#world.after(delayMs, () => this.#isAlive && !isOff && run());
      return () => (isOff = true);
    };
    const replay = new EventReplay({
      openJournal: (head) => PostgresJournal.openBeside(this.#journalPlatform(), head),
      warn: () => undefined,
    });
    const position = (seq: number): void => tell(() => tellEngine({ type: 'position', seq }));
    const projector = new Projector(this.#connect() as unknown as ClientBase, position, {
      timer,
      replay,
    });
    // A gap is no fault of the database: the projector was sent the wrong commands.
    projector
      .run()
      .catch((error: unknown) =>
        this.#die(
          `projector: ${String(error)}`,
          String(error).includes('expected command') ? 'bug' : 'database_unavailable',
        ),
      );
    return {
      postMessage: (message) => {
        if (message.type === 'catchUp') {
          this.#world.hit('projectorLetGo');
          return deliver(() => projector.catchUp(message.head));
        }
        deliver(() => projector.push(message.applied));
        if (this.#world.strikes('projectorBatchRepeated'))
          deliver(() => projector.push(message.applied));
      },
      on: (_event, listener) => {
        toEngine = listener;
        for (const message of early.splice(0)) listener(message);
      },
      close: () => projector.stop(),
    };
  }

  /** A channel that delays messages and keeps their order, like a MessagePort. */
  #channel(): (run: () => void) => void {
    let lastMs = 0;
    return (run) => {
      lastMs = Math.max(lastMs, this.#world.nowMs + this.#world.random.below(2));
      this.#world.after(lastMs - this.#world.nowMs, () => this.#isAlive && run());
    };
  }

  #sent(message: FromEngine): void {
    if (!this.#isAlive) return;
    switch (message.type) {
      case 'recovered':
        this.#database.isInRecovery = false;
        this.#isServing = true;
        this.started.atMs = this.#world.nowMs;
        this.started.wallMs = this.#world.nowMs + this.#world.clockOffsetMs;
        this.live.load(message.snapshot);
        this.#watcher.recovered(this, message.snapshot);
        break;
      case 'durable':
        this.#publish(message.applied, message.tickets);
        break;
      case 'unchanged':
        this.#answerUnchanged(message.applied, message.tickets);
        break;
      case 'refused':
        for (const ticket of message.tickets) this.#reply(ticket, message.code);
        break;
      case 'stateHash':
      case 'report':
        this.#questions.get(message.question)?.(message);
        break;
      case 'halted':
        this.#die(message.message, message.code ?? 'bug');
        break;
      case 'warning':
      case 'alarms':
        break;
    }
  }

  #publish(batch: readonly Applied[], tickets: readonly number[]): void {
    if (this.#world.strikes('crashBeforeReply')) return this.kill('between commit and reply');
    this.#watcher.published(
      this,
      batch,
      tickets.map((own) => this.#submitted.get(own)?.command),
    );
    this.live.apply(batch);
    for (const [index, applied] of batch.entries()) {
      if (index > 0 && this.#world.strikes('crashBetweenReplies'))
        return this.kill('between two replies');
      this.#reply(tickets[index] as number, applied);
    }
    if (this.#world.strikes('crashBeforeProject')) this.kill('between reply and projection');
  }

  #answerUnchanged(answers: readonly Applied[], tickets: readonly number[]): void {
    for (const [index, answer] of answers.entries()) {
      const own = tickets[index] as number;
      this.#watcher.unchanged(answer, this.#submitted.get(own)?.command);
      this.#reply(own, answer);
    }
  }

  #reply(own: number, answer: Applied | FaultCode): void {
    // The engine's own commands have no caller.
    if (own === 0) return;
    const submitted = this.#submitted.get(own);
    if (submitted === undefined) throw new Error(`ticket ${own} is answered twice`);
    this.#submitted.delete(own);
    this.#watcher.replied(submitted.ticket, answer);
  }
}
