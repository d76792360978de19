/**
 * Decides when a snapshot is taken, by the work of a replay after a restart, and takes it between
 * two batches. The hash of each goes into the journal as a checkpoint, so that the chain covers the
 * states too. Reading the state stops the sequencer for a moment, so a quiet moment is preferred;
 * writing, compressing and storing it happen between other work and beside it.
 */
import type { Exchange } from '@meridian/core/exchange';
import type { Journal } from '../journal/journal.ts';
import type { Sequencer } from './sequencer.ts';
import { checkpointOf, encodeSnapshot } from './snapshot-codec.ts';

/**
 * Replay runs at some two hundred thousand commands a second, so a restart replays a few seconds at
 * most.
 */
export const SNAPSHOT_AFTER_COMMANDS = 400_000;
/** Beyond this multiple it no longer waits for a quiet moment. */
const OVERDUE_FACTOR = 2;

export interface SnapshotParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly sequencer: Sequencer;
  readonly warn: (message: string) => void;
  readonly everyCommands?: number;
}

export class SnapshotSchedule {
  readonly #parts: SnapshotParts;
  readonly #everyCommands: number;
  #lastSeq: number;
  #running: Promise<void> | undefined;

  /** @param lastSeq command of the newest snapshot, 0 for none */
  constructor(parts: SnapshotParts, lastSeq: number) {
    this.#parts = parts;
    this.#everyCommands = parts.everyCommands ?? SNAPSHOT_AFTER_COMMANDS;
    this.#lastSeq = lastSeq;
  }

  /** Call after each durable batch. */
  onDurable(seq: number): void {
    const commands = seq - this.#lastSeq;
    const isQuiet = this.#parts.sequencer.queueLength === 0;
    if (
      commands < this.#everyCommands * (isQuiet ? 1 : OVERDUE_FACTOR) ||
      this.#running !== undefined
    )
      return;
    this.#running = this.#take()
      // A snapshot only saves time: without it the next start replays more.
      .catch((error: unknown) =>
        this.#parts.warn(
          `no snapshot was stored: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
      .finally(() => (this.#running = undefined));
  }

  /**
   * Takes a last snapshot before a clean stop, unless only its checkpoint came after the newest.
   */
  async finish(): Promise<void> {
    await this.#running;
    if (this.#parts.exchange.seq > this.#lastSeq + 1) await this.#take();
    await this.#parts.sequencer.drain();
  }

  async #take(): Promise<void> {
    const { exchange, journal, sequencer } = this.#parts;
    const { snapshot, head } = await sequencer.atRest(() => {
      exchange.verify();
      this.#lastSeq = exchange.seq;
      return { snapshot: exchange.snapshot(), head: journal.head };
    });
    const encoded = await encodeSnapshot(snapshot);
    await journal.saveSnapshot({ seq: head.seq, journalHash: head.hash, ...encoded });
    sequencer.submitOwn(checkpointOf(head.seq, encoded.stateHash));
  }
}
