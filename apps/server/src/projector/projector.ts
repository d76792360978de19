import type { Applied } from '@meridian/core/events';
import type { ClientBase } from 'pg';
import type { JournalHead } from '../journal/journal.ts';
import { PROJECTIONS } from '../modules/projections.ts';
import type { EventReplay } from './event-replay.ts';
import type { ProjectionWriter } from './projection.ts';

/** Most commands of one transaction: bounds memory and how long a reader's row locks wait. */
const MAX_COMMANDS = 4_000;
/**
 * Under load (a transaction of at least `BUSY_COMMANDS`) the next one waits for more: a command in
 * a transaction of a thousand costs a third of one in a transaction of thirty. Otherwise history
 * follows at once.
 */
const BUSY_COMMANDS = 50;
const ENOUGH_COMMANDS = 1_000;
const GATHER_MS = 150;

/**
 * Runs something later and gives a function that calls it off. The simulator's time is not the
 * clock's.
 */
export type Timer = (delayMs: number, run: () => void) => () => void;

const CLOCK: Timer = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

export interface ProjectorOptions {
  readonly timer?: Timer;
  /**
   * Makes events anew that the projector was not sent. Without it, it cannot catch up by itself.
   */
  readonly replay?: Pick<EventReplay, 'events' | 'release'>;
}

/**
 * Folds durable commands into the tables of history.
 *
 * Owns the projection tables and `projection_position`: nothing else writes them while it runs.
 * Promises that each command is projected exactly once (J6): rows and position change in one
 * transaction, commands at or below the position are skipped, a gap is an error. Batches that wait
 * are written together. `catchUp` makes it derive events that it was not sent anew, from the
 * journal. Any error is final: `run` rejects and the server must stop, since the tables would fall
 * behind for ever.
 */
export class Projector {
  readonly #client: ClientBase;
  readonly #onPosition: (seq: number) => void;
  readonly #timer: Timer;
  readonly #replay: ProjectorOptions['replay'];
  #catchUpTo: JournalHead | undefined;
  readonly #queue: Applied[] = [];
  #seq = 0;
  #writers: readonly ProjectionWriter[] = [];
  #isStopping = false;
  #wake: () => void = () => {};

  /**
   * @param client a connection of its own
   * @param onPosition called with the position at the start and after each transaction
   */
  constructor(
    client: ClientBase,
    onPosition: (seq: number) => void,
    { timer = CLOCK, replay }: ProjectorOptions = {},
  ) {
    this.#client = client;
    this.#onPosition = onPosition;
    this.#timer = timer;
    this.#replay = replay;
  }

  /** Adds a durable batch. The sender bounds how far it runs ahead of the position. */
  push(batch: readonly Applied[]): void {
    for (const applied of batch) this.#queue.push(applied);
    this.#wake();
  }

  /**
   * Derives the events after the last pushed command anew, up to this end of the journal, and
   * projects them.
   */
  catchUp(head: JournalHead): void {
    this.#catchUpTo = head;
    this.#wake();
  }

  /** Projects until `stop`. Rejects on the first error. */
  async run(): Promise<void> {
    // The journal is the truth: a transaction that is lost in a crash is projected again. So no
    // commit here waits for the disk.
    await this.#client.query('set synchronous_commit = off');
    const { rows } = await this.#client.query<{ seq: string }>(
      'select seq from projection_position',
    );
    const [position] = rows;
    if (position === undefined) throw new Error('projection_position has no row');
    this.#seq = Number(position.seq);
    this.#writers = await Promise.all(PROJECTIONS.map(async ({ open }) => open(this.#client)));
    this.#onPosition(this.#seq);
    while (!this.#isStopping || this.#queue.length > 0) {
      if (this.#queue.length === 0 && this.#catchUpTo === undefined)
        await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#queue.length === 0) {
        await this.#readOn();
        continue;
      }
      this.#replay?.release();
      const batch = this.#queue.splice(0, MAX_COMMANDS);
      await this.#project(batch);
      if (batch.length >= BUSY_COMMANDS) await this.#gather();
    }
  }

  /** Lets `run` end once all pushed commands are written. */
  stop(): void {
    this.#isStopping = true;
    this.#wake();
  }

  /**
   * Projects the journal up to the end that `catchUp` was given. A stop leaves the rest to the next
   * start.
   */
  async #readOn(): Promise<void> {
    const head = this.#catchUpTo;
    this.#catchUpTo = undefined;
    if (head === undefined || this.#isStopping) return;
    // It was there already: the engine only has to hear it.
    if (head.seq <= this.#seq) return this.#onPosition(this.#seq);
    if (this.#replay === undefined) throw new Error('this projector cannot read the journal');
    await this.#replay.events(this.#seq, head, async (page) => {
      for (let from = 0; from < page.length && !this.#isStopping; from += MAX_COMMANDS)
        await this.#project(page.slice(from, from + MAX_COMMANDS));
    });
  }

  async #gather(): Promise<void> {
    const hasEnough = (): boolean => this.#isStopping || this.#queue.length >= ENOUGH_COMMANDS;
    if (hasEnough()) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#timer(GATHER_MS, resolve);
      this.#wake = () => {
        if (!hasEnough()) return;
        cancel();
        resolve();
      };
    });
  }

  async #project(received: readonly Applied[]): Promise<void> {
    const batch = this.#unseen(received);
    const last = batch.at(-1);
    if (last === undefined) return;
    await this.#client.query('begin');
    for (const write of this.#writers) await write(batch);
    await this.#movePosition(last.seq);
    await this.#client.query('commit');
    this.#seq = last.seq;
    this.#onPosition(last.seq);
  }

  /** The commands after the position, without repeats. Throws on a gap. */
  #unseen(received: readonly Applied[]): Applied[] {
    const batch: Applied[] = [];
    for (const applied of received) {
      const expected = this.#seq + 1 + batch.length;
      if (applied.seq > expected)
        throw new Error(`expected command ${expected}, got ${applied.seq}`);
      if (applied.seq === expected) batch.push(applied);
    }
    return batch;
  }

  /** Also proves that no other projector wrote in the meantime. */
  async #movePosition(seq: number): Promise<void> {
    const { rowCount } = await this.#client.query({
      name: 'move-position',
      text: 'update projection_position set seq = $1 where seq = $2',
      values: [seq, this.#seq],
    });
    if (rowCount !== 1) throw new Error(`the projection position is not ${this.#seq} any more`);
  }
}
