/**
 * Records commands that no call of the server leads to: random commands of every kind, hostile ones
 * among them, through the real sequencer on a real journal in PostgreSQL. Only the clock is the
 * stream's.
 */
import { join } from 'node:path';
import pg from 'pg';
import type { Command } from '@meridian/core/commands';
import { pgTypes } from '../../src/database/database.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../src/database/temporary-database.ts';
import { startEngine } from '../../src/engine/engine-host.ts';
import type { FromEngine } from '../../src/engine/thread-messages.ts';
import { WitnessedJournal } from '../../src/journal/journal-witness.ts';
import { postgresPlatform, PostgresJournal } from '../../src/journal/postgres-journal.ts';
import { CommandStream, type Timed } from '@meridian/testkit/command-stream';
import { NaiveExchange } from '@meridian/testkit/naive-exchange';
import type { GoldenSnapshot, Recording } from './golden-set.ts';
import { newestSnapshot, readJournal } from './read-recorded.ts';

/**
 * Together these two meet every kind of command, accepted and refused (`npm run golden -- seeds`).
 */
const SEEDS = [139, 347];
export const ENGINE_COMMANDS = 3_500;
/** The engine is stopped and started after so many: each stop leaves a snapshot. */
const COMMANDS_A_START = 1_200;
/** Of the one command that is on its way. */
const TICKET = 1;

export async function recordEngine(index: 0 | 1): Promise<Recording> {
  const database = await openTemporaryDatabase();
  const session = new pg.Client({ connectionString: database.url, types: pgTypes() });
  await session.connect();
  try {
    const stream = new CommandStream(SEEDS[index] ?? 0);
    const twin = new NaiveExchange();
    const opening = [...stream.opening()];
    const snapshots: GoldenSnapshot[] = [];
    // A start refuses a clock that is behind the journal, and journals its upgrade at once.
    let timeMs = opening[0]?.timeMs ?? 0;
    let projectedSeq = 0;
    for (let sent = 0; sent < ENGINE_COMMANDS;) {
      const engine = await RecordedEngine.start(database, { timeMs, projectedSeq });
      for (const until = sent + COMMANDS_A_START; sent < until && sent < ENGINE_COMMANDS; sent++) {
        const timed = opening.shift() ?? stream.next(twin);
        timeMs = timed.timeMs;
        twin.apply(timed.command, timed.timeMs);
        await engine.apply(timed);
      }
      await engine.stop();
      projectedSeq = engine.projectedSeq;
      snapshots.push(...(await newestSnapshot(session)));
    }
    return { name: `engine-${index + 1}`, ...(await readJournal(session)), snapshots };
  } finally {
    await session.end();
    await database.remove();
  }
}

/** The engine on this thread, one command at a time. */
class RecordedEngine {
  readonly #send: (
    message:
      { type: 'submit'; commands: { ticket: number; command: Command }[] } | { type: 'stop' },
  ) => void;
  readonly #ended = Promise.withResolvers<void>();
  readonly #recovered = Promise.withResolvers<void>();
  #timeMs: number;
  /** Up to here the read models have everything: the engine's own commands too. */
  projectedSeq: number;
  #answered: PromiseWithResolvers<void> = Promise.withResolvers();

  private constructor(
    database: TemporaryDatabase,
    { timeMs, projectedSeq }: Pick<RecordedEngine, 'projectedSeq'> & { timeMs: number },
  ) {
    this.#timeMs = timeMs;
    this.projectedSeq = projectedSeq;
    let tell: (message: { seq: number }) => void = () => undefined;
    this.#send = startEngine({
      async openJournal(onLost) {
        return WitnessedJournal.open(
          await PostgresJournal.open(postgresPlatform(database.url), onLost),
          join(database.dataDir, 'journal-heads'),
          () => undefined,
        );
      },
      // Read models that have everything at once.
      projectorPort: {
        postMessage: (message) =>
          tell({
            seq: message.type === 'batch' ? (message.applied.at(-1)?.seq ?? 0) : message.head.seq,
          }),
        on: (_event, listener) => {
          tell = ({ seq }) => {
            this.projectedSeq = seq;
            listener({ type: 'position', seq });
          };
          tell({ seq: projectedSeq });
        },
        close: () => undefined,
      },
      clock: { nowMs: () => this.#timeMs, monotonicMs: () => this.#timeMs },
      send: (message) => this.#receive(message),
      ended: () => this.#ended.resolve(),
    });
  }

  static async start(
    database: TemporaryDatabase,
    at: Pick<RecordedEngine, 'projectedSeq'> & { timeMs: number },
  ): Promise<RecordedEngine> {
    const engine = new RecordedEngine(database, at);
    await engine.#recovered.promise;
    return engine;
  }

  async apply({ command, timeMs }: Timed): Promise<void> {
    this.#timeMs = timeMs;
    this.#answered = Promise.withResolvers();
    this.#send({ type: 'submit', commands: [{ ticket: TICKET, command }] });
    await this.#answered.promise;
  }

  async stop(): Promise<void> {
    this.#send({ type: 'stop' });
    await this.#ended.promise;
  }

  #receive(message: FromEngine): void {
    if (message.type === 'recovered') this.#recovered.resolve();
    // A command that the engine journals by itself (its upgrade, checkpoints) has no ticket.
    if (
      (message.type === 'durable' || message.type === 'unchanged') &&
      message.tickets.includes(TICKET)
    )
      this.#answered.resolve();
    if (message.type === 'halted') {
      const reason = new Error(message.message);
      this.#recovered.reject(reason);
      this.#answered.reject(reason);
    }
  }
}
