/**
 * The server's journal with a witness outside the database: a file of one line in
 * DATA_DIR/journal-heads with the last acknowledged row. A database restored from an older backup
 * is consistent in itself; only the witness knows that there was more.
 *
 * Owns the file. Promises that it never names a row that is not durable, and that a crash of the
 * server does not make it fall behind the acknowledged rows (a power cut may: then it names an
 * older row, and detects less). Each journal has its own file, named by its first row, so that one
 * DATA_DIR can serve different databases.
 */
import { closeSync, constants, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault.ts';
import type { Journal, JournalEntry, JournalHead, NewEntry, StoredSnapshot } from './journal.ts';

const LINE = /^(\d{16}) ([0-9a-f]{64})\n$/;
const NAME_LENGTH = 32;
/** A commit takes a millisecond; one that takes this long is reported before it is given up. */
const SLOW_MS = 2000;

/** A journal that can read the hash of one of its rows. */
export type ReadableJournal = Journal & { rowHash(seq: number): Promise<Buffer | undefined> };

export class WitnessedJournal implements Journal {
  readonly #journal: ReadableJournal;
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  #file: number | undefined;
  /** A failed write is not tried again: it would fail for each batch. */
  #isUnable = false;

  private constructor(journal: ReadableJournal, folder: string, warn: (message: string) => void) {
    this.#journal = journal;
    this.#folder = folder;
    this.#warn = warn;
  }

  /**
   * Throws `Fault` journal_corrupt when the journal lacks the row that the witness saw last.
   * @param folder is created if it is missing
   */
  static async open(
    journal: ReadableJournal,
    folder: string,
    warn: (message: string) => void,
  ): Promise<WitnessedJournal> {
    const witnessed = new WitnessedJournal(journal, folder, warn);
    try {
      await witnessed.#begin();
    } catch (error) {
      await journal.close();
      throw error;
    }
    return witnessed;
  }

  get head(): JournalHead {
    return this.#journal.head;
  }

  async append(entries: readonly NewEntry[]): Promise<void> {
    await this.#telling(this.#journal.append(entries));
    if (this.#file === undefined) await this.#begin();
    else this.#see(this.#file);
  }

  read(after: JournalHead): AsyncIterable<readonly JournalEntry[]> {
    return this.#journal.read(after);
  }

  checkpoints(afterSeq: number): Promise<readonly number[]> {
    return this.#journal.checkpoints(afterSeq);
  }

  snapshots(): Promise<readonly number[]> {
    return this.#journal.snapshots();
  }

  loadSnapshot(seq: number): Promise<StoredSnapshot | undefined> {
    return this.#journal.loadSnapshot(seq);
  }

  saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    return this.#journal.saveSnapshot(snapshot);
  }

  async close(): Promise<void> {
    await this.#journal.close();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Warns when a commit hangs, and again when it has come through after all. */
  async #telling(commit: Promise<void>): Promise<void> {
    const startMs = performance.now();
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#warn(
        `the database has not confirmed a commit for ${SLOW_MS / 1000} s; every order waits for it`,
      );
    }, SLOW_MS);
    try {
      await commit;
    } finally {
      clearTimeout(timer);
    }
    if (isSlow)
      this.#warn(
        `the database answers again: the commit took ${Math.round(performance.now() - startMs)} ms`,
      );
  }

  /**
   * Compares the journal with the witness, then records its present head. Waits for the first row
   * of an empty journal.
   */
  async #begin(): Promise<void> {
    if (this.#isUnable || this.head.seq === 0) return;
    const name = (await this.#journal.rowHash(1))?.toString('hex').slice(0, NAME_LENGTH);
    if (name === undefined) return;
    const path = join(this.#folder, name);
    await this.#compare(path);
    try {
      mkdirSync(this.#folder, { recursive: true });
      // The file is not truncated: on a full disk the old line is better than none.
      this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    this.#see(this.#file);
  }

  async #compare(path: string): Promise<void> {
    const seen = readWitness(path);
    if (seen === undefined) return;
    const { seq: end } = this.head;
    const found = seen.seq > end ? undefined : await this.#journal.rowHash(seen.seq);
    if (found?.toString('hex') === seen.hash) return;
    const what =
      seen.seq > end ? `its journal ends at row ${end}` : `its row ${seen.seq} is another one`;
    throw new Fault(
      'journal_corrupt',
      `this database is not the newest: row ${seen.seq} was acknowledged on this machine, but ${what}. Put a newer copy back; or, to go on without what is missing, remove ${path}`,
    );
  }

  /**
   * A line of constant length, in one call: it needs no new space, and a kill leaves the old line
   * or the new one.
   */
  #see(file: number): void {
    if (this.#isUnable) return;
    const { seq, hash } = this.head;
    try {
      writeSync(file, `${String(seq).padStart(16, '0')} ${hash.toString('hex')}\n`, 0);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /**
   * Without a witness a restored older backup is not detected; everything else is as safe as
   * before.
   */
  #giveUp(error: unknown): void {
    this.#isUnable = true;
    this.#warn(
      `${this.#folder} cannot be written, so a restored older backup would not be noticed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function readWitness(path: string): { seq: number; hash: string } | undefined {
  try {
    const [, seq = '', hash = ''] = LINE.exec(readFileSync(path, 'utf8')) ?? [];
    return hash === '' ? undefined : { seq: Number(seq), hash };
  } catch {
    return undefined;
  }
}
