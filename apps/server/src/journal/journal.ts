/**
 * The engine's interface of the journal: the source of truth, one row for each command.
 * `postgres-journal.ts` is the real one.
 */

/** A place in the chain: the hash covers every row up to and including `seq`. */
export interface JournalHead {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface NewEntry {
  /** Engine time, milliseconds UTC, not before the previous entry's. */
  readonly timeMs: number;
  /** The output of `encodeCommand`: one line. */
  readonly payload: string;
}

export interface JournalEntry extends NewEntry {
  readonly seq: number;
}

/** A stored state after command `seq`. */
export interface StoredSnapshot {
  readonly seq: number;
  /** SHA-256 of the canonical snapshot. */
  readonly stateHash: Buffer;
  /** Hash of journal row `seq`, zeros for 0. */
  readonly journalHash: Buffer;
  /** The `ExchangeSnapshot` in lines, see engine/snapshot-codec.ts. A line holds no line feed. */
  readonly body: readonly string[];
}

export interface Journal {
  /** The last durable row. */
  readonly head: JournalHead;
  /**
   * Appends entries behind the head, all or none, and settles when they are durable. Only one
   * append at a time. Any failure is final: `Fault` journal_fenced (another engine took over) or
   * database_unavailable (then the rows may or may not be there).
   */
  append(entries: readonly NewEntry[]): Promise<void>;
  /**
   * All entries after a place in the chain up to the head, in pages, verified: contiguous, hashes,
   * epochs and times never decreasing. Throws `Fault` journal_corrupt, naming the first row that is
   * wrong.
   */
  read(after: JournalHead): AsyncIterable<readonly JournalEntry[]>;
  /**
   * The commands whose state is hashed by a checkpoint after row `seq`, in the order of the
   * journal. Unverified: `read` verifies the rows themselves.
   */
  checkpoints(afterSeq: number): Promise<readonly number[]>;
  /** Sequence numbers of the stored snapshots, newest first. */
  snapshots(): Promise<readonly number[]>;
  /** A stored snapshot; undefined if it is damaged or does not belong to this journal. */
  loadSnapshot(seq: number): Promise<StoredSnapshot | undefined>;
  /**
   * Stores the snapshot and drops all but the newest three and the one from which the read models
   * would start.
   */
  saveSnapshot(snapshot: StoredSnapshot): Promise<void>;
  close(): Promise<void>;
}

/** Number of snapshots that are kept. */
export const SNAPSHOTS_KEPT = 3;
