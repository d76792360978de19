/**
 * A journal in memory, with the promises of the real one except durability. For tests and the
 * simulator.
 */
import { Fault } from '../fault.ts';
import { GENESIS_HASH, HashChain } from './hash-chain.ts';
import {
  SNAPSHOTS_KEPT,
  type Journal,
  type JournalEntry,
  type JournalHead,
  type NewEntry,
  type StoredSnapshot,
} from './journal.ts';

export class MemoryJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  readonly #snapshots = new Map<number, StoredSnapshot>();
  readonly #chain = new HashChain(GENESIS_HASH);
  /**
   * Awaited by each append before the entries count as durable: it may delay, or throw to fail the
   * commit.
   */
  commit: (entries: readonly NewEntry[]) => Promise<void> = () => Promise.resolve();

  get head(): JournalHead {
    return { seq: this.entries.length, hash: this.#chain.head };
  }

  async append(entries: readonly NewEntry[]): Promise<void> {
    await this.commit(entries);
    for (const entry of entries) {
      const row = { seq: this.entries.length + 1, ...entry };
      this.#chain.add({ ...row, epoch: 1 });
      this.entries.push(row);
    }
  }

  async *read(after: JournalHead): AsyncGenerator<readonly JournalEntry[]> {
    await Promise.resolve();
    if (after.seq > this.entries.length)
      throw new Fault('journal_corrupt', `journal row ${after.seq} is missing`);
    if (after.seq < this.entries.length) yield this.entries.slice(after.seq);
  }

  checkpoints(afterSeq: number): Promise<readonly number[]> {
    const commands = this.entries
      .slice(afterSeq)
      .map(({ payload }) => JSON.parse(payload) as { kind: string; at: number });
    return Promise.resolve(
      commands.filter(({ kind }) => kind === 'core.checkpoint').map(({ at }) => at),
    );
  }

  snapshots(): Promise<readonly number[]> {
    return Promise.resolve([...this.#snapshots.keys()].sort((a, b) => b - a));
  }

  loadSnapshot(seq: number): Promise<StoredSnapshot | undefined> {
    return Promise.resolve(this.#snapshots.get(seq));
  }

  async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    this.#snapshots.set(snapshot.seq, snapshot);
    for (const seq of (await this.snapshots()).slice(SNAPSHOTS_KEPT)) this.#snapshots.delete(seq);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
