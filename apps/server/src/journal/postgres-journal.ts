/**
 * The journal in PostgreSQL. Owns one session: it holds the advisory lock of the journal as long as
 * it lives, and no other statements run on it. An append is one statement and one commit.
 *
 * Two engines can never both write: the lock refuses a second server at its start, and the fence
 * row refuses an engine whose epoch is not the newest, in the same statement that would insert.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseFault } from '../database/database-fault.ts';
import { pgTypes } from '../database/database.ts';
import { Fault } from '../fault.ts';
import { GENESIS_HASH, HASH_BYTES, HashChain } from './hash-chain.ts';
import {
  SNAPSHOTS_KEPT,
  type Journal,
  type JournalEntry,
  type JournalHead,
  type NewEntry,
  type StoredSnapshot,
} from './journal.ts';
import { compressLines, decompressLines } from './line-compression.ts';
import { readPages } from './read-journal.ts';

/** Number of the advisory lock, the same in every server. */
const LOCK = 7_301_002;
/** The session of a killed server ends when its database notices; that takes a moment. */
const LOCK_TIMEOUT_MS = 5000;
const LOCK_RETRY_MS = 100;
/** Epoch of a reader: an engine's is 1 or more. */
const READER_EPOCH = 0;
/** Codes of a damaged page or index. */
const CORRUPTION_CODES = new Set(['XX001', 'XX002']);
const DEFAULT_TIMEOUT_MS = 30_000;
/** Settings of the database that decide whether a commit survives a power cut. */
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * One line of $3 is one payload (JSON holds no line feed), $5 holds the hashes one behind the
 * other: passing three values instead of arrays of rows saves most of the cost of quoting.
 */
const APPEND = {
  name: 'journal-append',
  text: `
    WITH fence AS (
      UPDATE journal_fence SET head_seq = $2::bigint + $6::bigint, head_hash = $7 WHERE epoch = $1::bigint AND head_seq = $2::bigint RETURNING epoch
    )
    INSERT INTO journal (seq, epoch, time_ms, payload, hash)
    SELECT $2::bigint + line.n, fence.epoch, ($4::bigint[])[line.n], line.payload, substr($5::bytea, (line.n::int - 1) * ${HASH_BYTES} + 1, ${HASH_BYTES})
    FROM fence, string_to_table($3, E'\\n') WITH ORDINALITY AS line (payload, n)`,
};

/** The part of a PostgreSQL session that the journal uses. */
export type JournalSession = Pick<pg.Client, 'query' | 'on' | 'end'>;

/**
 * The journal's platform: sessions, and compression beside the thread. The simulator has its own.
 */
export interface JournalPlatform {
  connect(): Promise<JournalSession>;
  compress(lines: readonly string[]): Promise<Buffer>;
  decompress(body: Buffer): Promise<string[]>;
}

/**
 * The real platform.
 * @param timeoutMs a commit that takes longer is given up: the engine halts, and the next start
 * reads its outcome
 */
export function postgresPlatform(url: string, timeoutMs = DEFAULT_TIMEOUT_MS): JournalPlatform {
  return {
    connect: () => connect(url, timeoutMs),
    compress: compressLines,
    decompress: decompressLines,
  };
}

interface SnapshotRow {
  readonly state_hash: Buffer;
  readonly journal_hash: Buffer;
  readonly body: Buffer;
  readonly body_hash: Buffer;
  readonly row_hash: Buffer | null;
}

/** Returns a warning of the database since the last call. */
type Warnings = () => string | undefined;

export class PostgresJournal implements Journal {
  readonly #warnings: Warnings;
  readonly #session: JournalSession;
  readonly #platform: JournalPlatform;
  readonly #epoch: number;
  #head: JournalHead;
  readonly #chain: HashChain;

  private constructor(state: {
    session: JournalSession;
    warnings: Warnings;
    platform: JournalPlatform;
    epoch: number;
    head: JournalHead;
  }) {
    this.#session = state.session;
    this.#warnings = state.warnings;
    this.#platform = state.platform;
    this.#epoch = state.epoch;
    this.#head = state.head;
    this.#chain = new HashChain(state.head.hash);
  }

  /**
   * Takes the journal over: lock, new epoch, and a check that the last row is the last acknowledged
   * one. Throws `Fault` journal_fenced when another server has it, journal_corrupt when rows are
   * missing at the end, configuration_invalid when the database may lose committed rows.
   * @param onLost called when the session breaks without `close()`: the lock is gone with it, so
   * the engine must stop
   */
  static async open(
    platform: JournalPlatform,
    onLost: (fault: Fault) => void,
  ): Promise<PostgresJournal> {
    const session = await platform.connect();
    session.on('error', (cause) =>
      onLost(
        new Fault('database_unavailable', `the journal's session broke: ${cause.message}`, {
          cause,
        }),
      ),
    );
    const warnings = listenToWarnings(session);
    try {
      await requireDurability(session);
      await takeLock(session);
      const { rows } = await session.query<{ epoch: bigint; head_seq: bigint; head_hash: Buffer }>(
        'UPDATE journal_fence SET epoch = epoch + 1 RETURNING epoch, head_seq, head_hash',
      );
      const fence = rows[0];
      if (fence === undefined) throw new Fault('journal_corrupt', 'the journal has no fence row');
      const head = { seq: Number(fence.head_seq), hash: fence.head_hash };
      await checkEnd(session, head);
      refuseWarning(warnings());
      return new PostgresJournal({ session, warnings, platform, epoch: Number(fence.epoch), head });
    } catch (error) {
      await session.end();
      throw databaseFault('the journal could not be opened', error);
    }
  }

  /**
   * Another engine's journal, up to a durable row, for reading beside that engine. The journal is
   * not taken over, and an append is refused like that of a replaced engine.
   */
  static async openBeside(platform: JournalPlatform, head: JournalHead): Promise<PostgresJournal> {
    const session = await platform.connect();
    // The waiting query reports the failure.
    session.on('error', () => undefined);
    return new PostgresJournal({
      session,
      warnings: () => undefined,
      platform,
      epoch: READER_EPOCH,
      head,
    });
  }

  get head(): JournalHead {
    return this.#head;
  }

  async append(entries: readonly NewEntry[]): Promise<void> {
    const before = this.#head.seq;
    const hashes = Buffer.allocUnsafe(entries.length * HASH_BYTES);
    let seq = before;
    for (const { timeMs, payload } of entries) {
      this.#chain.add({ seq: ++seq, epoch: this.#epoch, timeMs, payload });
      this.#chain.copyHead(hashes, (seq - before - 1) * HASH_BYTES);
    }
    const payloads = entries.map((entry) => entry.payload).join('\n');
    const times = `{${entries.map((entry) => entry.timeMs).join(',')}}`;
    const { head } = this.#chain;
    const values = [this.#epoch, before, payloads, times, hashes, entries.length, head];
    const inserted = await this.#run({ ...APPEND, values });
    if (inserted !== entries.length)
      throw new Fault('journal_fenced', 'another engine has taken the journal over');
    this.#head = { seq, hash: head };
  }

  read(after: JournalHead): AsyncIterable<readonly JournalEntry[]> {
    return readPages(this.#session, { after, head: this.#head });
  }

  /** Present hash of the row, unverified; undefined without such a row. */
  async rowHash(seq: number): Promise<Buffer | undefined> {
    const { rows } = await this.#session.query<{ hash: Buffer }>(
      'SELECT hash FROM journal WHERE seq = $1',
      [seq],
    );
    return rows[0]?.hash;
  }

  async checkpoints(afterSeq: number): Promise<readonly number[]> {
    try {
      // A row that somebody has edited gives no number and no error: its hash shows the edit.
      const { rows } = await this.#session.query<{ at: bigint | null }>(
        `SELECT substring(payload from '"at":([0-9]{1,15})[,}]')::bigint AS at FROM journal WHERE seq > $1 AND payload LIKE '{"kind":"core.checkpoint",%' ORDER BY seq`,
        [afterSeq],
      );
      return rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]));
    } catch (error) {
      throw databaseFault(`the journal could not be read after row ${afterSeq}`, error);
    }
  }

  async snapshots(): Promise<readonly number[]> {
    const { rows } = await this.#session.query<{ seq: bigint }>(
      'SELECT seq FROM journal_snapshots ORDER BY seq DESC',
    );
    const seqs = rows.map((row) => Number(row.seq));
    // The engine beside this reader may have stored a snapshot of a later command. Without such an
    // engine, that would be a journal with missing rows.
    return this.#epoch === READER_EPOCH ? seqs.filter((seq) => seq <= this.#head.seq) : seqs;
  }

  async loadSnapshot(seq: number): Promise<StoredSnapshot | undefined> {
    const row = await this.#snapshotRow(seq);
    if (row === undefined || !sha256(row.body).equals(row.body_hash)) return undefined;
    if (!row.journal_hash.equals(seq === 0 ? GENESIS_HASH : (row.row_hash ?? Buffer.alloc(0))))
      return undefined;
    const body = await this.#platform.decompress(row.body);
    return { seq, stateHash: row.state_hash, journalHash: row.journal_hash, body };
  }

  /** Undefined also where the disk has lost it: an older snapshot is used then. */
  async #snapshotRow(seq: number): Promise<SnapshotRow | undefined> {
    try {
      const { rows } = await this.#session.query<SnapshotRow>(
        `SELECT state_hash, journal_hash, body, body_hash, (SELECT hash FROM journal WHERE seq = s.seq) AS row_hash
         FROM journal_snapshots s WHERE seq = $1`,
        [seq],
      );
      return rows[0];
    } catch (error) {
      if (CORRUPTION_CODES.has((error as { code?: string }).code ?? '')) return undefined;
      throw databaseFault('the snapshots could not be read', error);
    }
  }

  async saveSnapshot({ seq, stateHash, journalHash, body }: StoredSnapshot): Promise<void> {
    const compressed = await this.#platform.compress(body);
    // A session of its own: a large body must not hold up a commit.
    const session = await this.#platform.connect();
    session.on('error', () => undefined);
    try {
      await session.query(
        `INSERT INTO journal_snapshots (seq, state_hash, journal_hash, body, body_hash) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (seq) DO UPDATE SET state_hash = $2, journal_hash = $3, body = $4, body_hash = $5, created_at = now()`,
        [seq, stateHash, journalHash, compressed, sha256(compressed)],
      );
      await session.query(
        // Read models that are far behind start from the newest snapshot that is not ahead of them.
        `DELETE FROM journal_snapshots WHERE seq NOT IN (SELECT seq FROM journal_snapshots ORDER BY seq DESC LIMIT $1)
         AND seq <> (SELECT coalesce(max(seq), 0) FROM journal_snapshots WHERE seq <= (SELECT seq FROM projection_position))`,
        [SNAPSHOTS_KEPT],
      );
    } finally {
      await session.end();
    }
  }

  async close(): Promise<void> {
    await this.#session.end();
  }

  async #run(query: pg.QueryConfig): Promise<number | null> {
    try {
      const { rowCount } = await this.#session.query(query);
      refuseWarning(this.#warnings());
      return rowCount;
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Fault('database_unavailable', `the journal could not be written: ${message}`, {
        cause,
      });
    }
  }
}

async function connect(url: string, timeoutMs: number): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: url,
    types: pgTypes(),
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'meridian-journal',
  });
  try {
    await session.connect();
  } catch (cause) {
    throw new Fault(
      'database_unavailable',
      `the journal's database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  return session;
}

/**
 * A commit whose wait for its synchronous replica was cancelled (`pg_cancel_backend`) succeeds with
 * a warning: it is on one disk only, and must not be acknowledged. The warning arrives before the
 * statement ends. It is recognised by the class of its code: 00 is a note, and the words depend on
 * the language of the database.
 */
function listenToWarnings(session: JournalSession): Warnings {
  let warned: string | undefined;
  session.on('notice', ({ code, message }: NoticeLike) => {
    if (code?.startsWith('00') !== true) warned ??= message ?? 'a warning without words';
  });
  return () => {
    const since = warned;
    warned = undefined;
    return since;
  };
}

/** The fields that are read of a driver's notice. */
interface NoticeLike {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

function refuseWarning(warned: string | undefined): void {
  if (warned !== undefined)
    throw new Fault(
      'database_unavailable',
      `the database wrote the journal with a warning, so it may not be safe: ${warned}`,
    );
}

/**
 * An acknowledged commit must be on the disk: this session waits for it, and the database must
 * really write it.
 */
async function requireDurability(session: JournalSession): Promise<void> {
  const { rows } = await session.query<Record<(typeof DURABILITY)[number], string>>(
    `SELECT ${DURABILITY.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
  );
  const settings = rows[0];
  const off = DURABILITY.filter(
    (name) => name !== 'synchronous_commit' && settings?.[name] !== 'on',
  );
  if (off.length > 0)
    throw new Fault(
      'configuration_invalid',
      `the database has ${off.join(' and ')} switched off: a power cut would lose acknowledged orders. Set ${off.map((name) => `${name} = on`).join(', ')}`,
    );
  // `remote_apply` waits for more than `on` does; everything else waits for less.
  if (settings?.synchronous_commit !== 'on' && settings?.synchronous_commit !== 'remote_apply')
    await session.query('SET synchronous_commit = on');
}

async function takeLock(session: JournalSession): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
    const { rows } = await session.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [LOCK],
    );
    if (rows[0]?.taken === true) return;
    if (waitedMs >= LOCK_TIMEOUT_MS)
      throw new Fault('journal_fenced', 'another server is running on this database');
    await delay(LOCK_RETRY_MS);
  }
}

/**
 * Rows missing at the end leave the chain intact: only the fence, written with each of them, knows
 * that they existed.
 */
async function checkEnd(session: JournalSession, head: JournalHead): Promise<void> {
  const { rows } = await session.query<{ seq: bigint; hash: Buffer }>(
    'SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1',
  );
  const last =
    rows[0] === undefined
      ? { seq: 0, hash: GENESIS_HASH }
      : { seq: Number(rows[0].seq), hash: rows[0].hash };
  if (last.seq !== head.seq) {
    throw new Fault(
      'journal_corrupt',
      `the journal ends at ${last.seq}, but ${head.seq} was its last row: row ${Math.min(last.seq, head.seq) + 1} is missing or foreign`,
    );
  }
  if (!last.hash.equals(head.hash))
    throw new Fault('journal_corrupt', `journal row ${head.seq} was changed`);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
