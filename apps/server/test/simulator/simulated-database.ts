import type { SimulatedWorld } from './simulated-world.ts';

export interface JournalRow {
  readonly seq: number;
  readonly epoch: number;
  readonly timeMs: number;
  readonly payload: string;
  readonly hash: Buffer;
}

interface SnapshotRow {
  readonly stateHash: Buffer;
  readonly journalHash: Buffer;
  readonly body: Buffer;
  readonly bodyHash: Buffer;
}

/** One statement of the projector, as it arrived. */
export interface ProjectionWrite {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One committed transaction of the projector: its writes and its new position. */
export interface ProjectionCommit {
  readonly writes: readonly ProjectionWrite[];
  readonly seq: number;
  readonly lastStatement: number;
}

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
}

const HASH_BYTES = 32;
const LATENCY_MS = { low: 1, high: 6 } as const;
/** A session gives up a statement after this time, as the journal's real one does. */
const QUERY_TIMEOUT_MS = 30_000;
/** A vacuum, a lock, a slow disk of the read models. */
const STALL_MS = 20_000;
const POSITION_START: ProjectionCommit = { writes: [], seq: 0, lastStatement: 0 };

/**
 * PostgreSQL as the journal and the projector use it, statement by statement, with its faults: a
 * commit can fail, hang, or succeed without an answer; a session can break; projections, which do
 * not wait for the disk, can be lost in a crash. It knows the exact statements of the server and
 * throws on any other, so that a change there is noticed here.
 */
export class SimulatedDatabase {
  readonly world: SimulatedWorld;
  readonly journal: JournalRow[] = [];
  readonly snapshots = new Map<number, SnapshotRow>();
  /** The projections as the list of committed transactions, oldest first: a crash loses its end. */
  readonly projections: ProjectionCommit[] = [];
  fence: { epoch: number; headSeq: number; headHash: Buffer } = {
    epoch: 0,
    headSeq: 0,
    headHash: Buffer.alloc(HASH_BYTES),
  };
  /** Called when the server should die at this very moment. */
  onCrash: () => void = () => undefined;
  /**
   * The session that has changed the projections' position and not committed yet: PostgreSQL blocks
   * other writers of that row meanwhile.
   */
  #positionHolder: SimulatedSession | undefined;
  #waitingForPosition: (() => void)[] = [];
  #isInRecovery = false;

  constructor(world: SimulatedWorld) {
    this.world = world;
  }

  /** During recovery, each read of the journal is a chance to crash. */
  set isInRecovery(value: boolean) {
    this.#isInRecovery = value;
  }

  get position(): ProjectionCommit {
    return this.projections.at(-1) ?? POSITION_START;
  }

  connect(): SimulatedSession {
    return new SimulatedSession(this);
  }

  /**
   * The database's machine loses power: the journal, which it promised to keep, stays; the newest
   * projections may be gone.
   */
  losePower(): void {
    const lost = this.world.random.below(Math.min(4, this.projections.length + 1));
    this.projections.length -= lost;
  }

  /**
   * A disk that lied: the newest row of the journal is gone without a trace. Only for the canary.
   */
  forgetLastRow(): void {
    this.journal.pop();
    const last = this.journal.at(-1);
    if (last !== undefined) this.fence = { ...this.fence, headSeq: last.seq, headHash: last.hash };
    while (this.position.seq > this.journal.length) this.projections.pop();
  }

  /**
   * Edits one row of the journal. Removes read models and snapshots, so that the next start reads
   * every row.
   */
  tamper(): string {
    const { journal, world } = this;
    this.snapshots.clear();
    this.projections.length = 0;
    const place = world.random.below(journal.length);
    const row = journal[place] as JournalRow;
    const kind = world.random.pick(['changed', 'deleted', 'older', 'foreign epoch'] as const);
    world.hit('journalTampered');
    if (kind === 'deleted') journal.splice(place, 1);
    else if (kind === 'older') journal[place] = { ...row, timeMs: row.timeMs - 1 };
    else if (kind === 'foreign epoch') journal[place] = { ...row, epoch: row.epoch + 1 };
    else journal[place] = { ...row, payload: changed(row.payload) };
    return `${kind} row ${row.seq}`;
  }

  /** Runs `change` once the session may change the position. */
  withPosition(session: SimulatedSession, change: () => void): void {
    if (this.#positionHolder !== undefined && this.#positionHolder !== session) {
      this.#waitingForPosition.push(() => this.withPosition(session, change));
      return;
    }
    this.#positionHolder = session;
    change();
  }

  /** Ends the session's transaction. */
  releasePosition(session: SimulatedSession): void {
    if (this.#positionHolder !== session) return;
    this.#positionHolder = undefined;
    for (const waiting of this.#waitingForPosition.splice(0)) waiting();
  }

  chanceToCrashInRecovery(): boolean {
    return this.#isInRecovery && this.world.strikes('crashInRecovery');
  }
}

/**
 * Changes one digit. A command without digits gets a space, which keeps its meaning but is an edit
 * all the same.
 */
function changed(payload: string): string {
  return /\d/.test(payload)
    ? payload.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
    : `${payload} `;
}

/**
 * One connection. `isOpen` ends when its server is gone: then none of its messages arrive, and none
 * are answered.
 */
export class SimulatedSession {
  readonly #database: SimulatedDatabase;
  #isOpen = true;
  #transaction: ProjectionWrite[] | undefined;
  #onError: (error: Error) => void = () => undefined;

  constructor(database: SimulatedDatabase) {
    this.#database = database;
  }

  on(event: string, listener: (error: Error) => void): this {
    if (event === 'error') this.#onError = listener;
    return this;
  }

  end(): Promise<void> {
    this.#isOpen = false;
    return Promise.resolve();
  }

  /**
   * The server that owned it is dead: an open transaction is rolled back, no statement is answered.
   */
  abandon(): void {
    this.#isOpen = false;
    this.#transaction = undefined;
    this.#database.releasePosition(this);
  }

  query(
    statement: string | { name?: string; text: string; values?: readonly unknown[] },
    parameters?: readonly unknown[],
  ): Promise<Result> {
    const { name, text, values } =
      typeof statement === 'string'
        ? { name: undefined, text: statement, values: parameters }
        : statement;
    const { world } = this.#database;
    const given = {
      name: name ?? text.trim().replaceAll(/\s+/g, ' '),
      text,
      values: values ?? [],
    };
    return new Promise((resolve, reject) => {
      if (this.#strikesAtArrival(given.name)) return;
      world.after(world.random.between(LATENCY_MS.low, LATENCY_MS.high), () => {
        if (this.#isOpen) this.#answer(given, resolve, reject);
      });
    });
  }

  /** Crashes before the statement reached the database. */
  #strikesAtArrival(name: string): boolean {
    const { world } = this.#database;
    const isCrash =
      (name === 'journal-append' && world.strikes('crashBeforeCommit')) ||
      (name === 'journal-page' && this.#database.chanceToCrashInRecovery());
    if (isCrash) this.#database.onCrash();
    return isCrash;
  }

  #answer(
    given: ProjectionWrite,
    resolve: (result: Result) => void,
    reject: (error: Error) => void,
  ): void {
    const { world } = this.#database;
    if (given.name === 'journal-append') {
      if (world.strikes('commitFails')) return reject(new Error('simulated: the commit failed'));
      if (world.strikes('crashInCommitLost')) return this.#database.onCrash();
      const hangs = world.strikes('commitHangs');
      if (hangs)
        world.after(
          QUERY_TIMEOUT_MS,
          () => this.#isOpen && reject(new Error('simulated: query timeout')),
        );
      if (hangs && world.random.chance(0.5)) return;
      const result = this.#execute(given);
      if (hangs) return;
      if (world.strikes('crashInCommitStored')) return this.#database.onCrash();
      if (world.strikes('commitAnswerLost'))
        return reject(new Error('simulated: the connection broke before the answer'));
      if (world.strikes('sessionLost')) {
        this.abandon();
        return this.#onError(new Error('simulated: the session broke'));
      }
      return resolve(result);
    }
    if (given.name === 'commit' && this.#transaction !== undefined) {
      if (world.strikes('projectorKilledInTransaction')) return this.#breakTransaction(reject);
      const result = this.#execute(given);
      if (world.strikes('projectorCommitAnswerLost')) return this.#breakTransaction(reject);
      if (world.strikes('projectorStalls'))
        return world.after(world.random.below(STALL_MS), () => this.#isOpen && resolve(result));
      return resolve(result);
    }
    if (given.name === 'move-position')
      return this.#database.withPosition(this, () => this.#isOpen && resolve(this.#execute(given)));
    resolve(this.#execute(given));
  }

  #breakTransaction(reject: (error: Error) => void): void {
    this.abandon();
    reject(new Error('simulated: the projector lost its connection'));
  }

  #execute(write: ProjectionWrite): Result {
    const { name, values } = write;
    const handler = STATEMENTS[name];
    if (handler !== undefined) return handler(this.#database, values);
    switch (name) {
      case 'begin':
        this.#transaction = [];
        return NOTHING;
      case 'commit':
        return this.#commit();
      case 'insert-orders':
      case 'update-orders':
      case 'insert-fills':
      case 'insert-statements':
      case 'merge-candles':
      case 'insert-withdrawals':
      case 'insert-withdrawal-flags':
      case 'update-withdrawal':
      case 'begin-positions':
      case 'change-positions':
      case 'insert-tickets':
      case 'close-tickets':
      case 'insert-ticks':
      case 'keep-p2p-ads':
      case 'keep-p2p-deals':
      case 'add-p2p-steps':
      case 'keep-p2p-appeals':
      case 'insert-earn-listings':
      case 'insert-earn-locks':
      case 'change-earn-locks':
      case 'insert-earn-interest':
      case 'insert-earn-funds':
      case 'insert-earn-savings':
      case 'insert-earn-days':
      case 'insert-quotes':
      case 'end-quotes':
      case 'insert-conversions':
      case 'insert-plans':
      case 'end-plans':
      case 'insert-plan-runs':
      case 'insert-convert-funds':
      case 'keep-loans':
      case 'add-loan-events':
      case 'insert-vote-rounds':
      case 'end-vote-rounds':
      case 'keep-vote-ballots':
      case 'insert-sales':
      case 'change-sales':
      case 'keep-sale-entries':
      case 'change-sale-entries':
      case 'insert-rebate-lines':
      case 'keep-rebate-members':
      case 'insert-notifications':
      case 'move-statements':
      case 'move-position':
        return this.#write(write);
      case 'facts-orders':
      case 'facts-withdrawals':
      case 'facts-positions':
      case 'facts-contracts':
      case 'facts-tickets':
      case 'facts-locks':
      case 'facts-sales':
        // Messages lack the values that they would read from other tables: the simulator has no
        // oracle for their words.
        return NOTHING;
      default:
        throw new Error(`the simulated database does not know the statement: ${name}`);
    }
  }

  /**
   * A write outside a transaction is its own transaction, as in PostgreSQL; the checks must then
   * find it.
   */
  #write(write: ProjectionWrite): Result {
    const rowCount = rowsOf(write, this.#database.position.seq);
    if (this.#transaction === undefined) this.#append([write]);
    else this.#transaction.push(write);
    return { rows: [], rowCount };
  }

  #commit(): Result {
    const writes = this.#transaction ?? [];
    this.#transaction = undefined;
    this.#append(writes);
    this.#database.releasePosition(this);
    return NOTHING;
  }

  #append(writes: readonly ProjectionWrite[]): void {
    const { position, projections } = this.#database;
    const moved = (name: string, before: number): number =>
      Number(writes.findLast((write) => write.name === name)?.values[0] ?? before);
    projections.push({
      writes,
      seq: moved('move-position', position.seq),
      lastStatement: moved('move-statements', position.lastStatement),
    });
  }
}

const NOTHING: Result = { rows: [], rowCount: 0 };

/** Number of rows that a projector's statement touches. */
function rowsOf({ name, values }: ProjectionWrite, position: number): number {
  if (name === 'move-position') return Number(values[1]) === position ? 1 : 0;
  if (name === 'move-statements') return 1;
  return cellsOf(values[0]).length;
}

/** The cells of a column parameter: an array, or the literal that row-statements.ts makes. */
export function cellsOf(column: unknown): readonly (string | null)[] {
  if (Array.isArray(column)) return column as string[];
  const inside = String(column).slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((cell) => (cell === 'NULL' ? null : cell));
}

type Statement = (database: SimulatedDatabase, values: readonly unknown[]) => Result;

function rows(...found: Record<string, unknown>[]): Result {
  return { rows: found, rowCount: found.length };
}

const DURABILITY = `SELECT ${['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`;

/** The statements of the journal, and the projector's reads. */
const STATEMENTS: Readonly<Record<string, Statement>> = {
  [DURABILITY]: () => rows({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }),
  'SELECT pg_try_advisory_lock($1) AS taken': () => rows({ taken: true }),
  'UPDATE journal_fence SET epoch = epoch + 1 RETURNING epoch, head_seq, head_hash': ({
    fence,
  }) => {
    fence.epoch++;
    return rows({
      epoch: BigInt(fence.epoch),
      head_seq: BigInt(fence.headSeq),
      head_hash: fence.headHash,
    });
  },
  'SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1': ({ journal }) => {
    const last = journal.at(-1);
    return last === undefined ? NOTHING : rows({ seq: BigInt(last.seq), hash: last.hash });
  },
  'journal-append': append,
  'journal-page': page,
  [`SELECT substring(payload from '"at":([0-9]{1,15})[,}]')::bigint AS at FROM journal WHERE seq > $1 AND payload LIKE '{"kind":"core.checkpoint",%' ORDER BY seq`]:
    ({ journal }, [afterSeq]) => {
      const found = journal.filter(
        ({ seq, payload }) =>
          seq > Number(afterSeq) && payload.startsWith('{"kind":"core.checkpoint",'),
      );
      return rows(
        ...found.map(({ payload }) => {
          const at = /"at":(\d{1,15})[,}]/.exec(payload)?.[1];
          return { at: at === undefined ? null : BigInt(at) };
        }),
      );
    },
  'SELECT seq FROM journal_snapshots ORDER BY seq DESC': ({ snapshots }) =>
    rows(...[...snapshots.keys()].sort((a, b) => b - a).map((seq) => ({ seq: BigInt(seq) }))),
  'SELECT state_hash, journal_hash, body, body_hash, (SELECT hash FROM journal WHERE seq = s.seq) AS row_hash FROM journal_snapshots s WHERE seq = $1':
    loadSnapshot,
  'INSERT INTO journal_snapshots (seq, state_hash, journal_hash, body, body_hash) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (seq) DO UPDATE SET state_hash = $2, journal_hash = $3, body = $4, body_hash = $5, created_at = now()':
    saveSnapshot,
  'DELETE FROM journal_snapshots WHERE seq NOT IN (SELECT seq FROM journal_snapshots ORDER BY seq DESC LIMIT $1) AND seq <> (SELECT coalesce(max(seq), 0) FROM journal_snapshots WHERE seq <= (SELECT seq FROM projection_position))':
    ({ snapshots, position }, [limit]) => {
      const newestFirst = [...snapshots.keys()].sort((a, b) => b - a);
      const start = newestFirst.find((seq) => seq <= position.seq);
      for (const seq of newestFirst.slice(Number(limit))) if (seq !== start) snapshots.delete(seq);
      return NOTHING;
    },
  'SELECT seq + 1 AS seq FROM journal j WHERE seq >= $1 AND NOT EXISTS (SELECT 1 FROM journal n WHERE n.seq = j.seq + 1) ORDER BY seq LIMIT 1':
    ({ journal }, [from]) => {
      const known = new Set(journal.map((row) => row.seq));
      const gap = journal.find((row) => row.seq >= Number(from) && !known.has(row.seq + 1));
      return gap === undefined ? NOTHING : rows({ seq: BigInt(gap.seq + 1) });
    },
  'SELECT 1 FROM journal WHERE seq = $1': ({ journal }, [seq]) =>
    journal.some((row) => row.seq === seq) ? rows({}) : NOTHING,
  'set synchronous_commit = off': () => NOTHING,
  'select seq from projection_position': ({ position }) => rows({ seq: String(position.seq) }),
  'select last_statement from projection_position': ({ position }) =>
    rows({ last_statement: String(position.lastStatement) }),
};

function append({ journal, fence }: SimulatedDatabase, values: readonly unknown[]): Result {
  const [epoch, before, payloads, times, hashes, count, head] = values as [
    number,
    number,
    string,
    string,
    Buffer,
    number,
    Buffer,
  ];
  if (fence.epoch !== epoch || fence.headSeq !== before) return NOTHING;
  const timeCells = cellsOf(times);
  const lines = payloads.split('\n');
  lines.forEach((payload, index) => {
    const hash = Buffer.from(hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
    const seq = before + index + 1;
    if (journal.length !== seq - 1) throw new Error(`duplicate key: journal row ${seq}`);
    journal.push({ seq, epoch, timeMs: Number(timeCells[index]), payload, hash });
  });
  fence.headSeq = before + count;
  fence.headHash = Buffer.from(head);
  return { rows: [], rowCount: lines.length };
}

const PAGE_ROWS = 10_000;

function page({ journal }: SimulatedDatabase, [afterSeq, lastSeq]: readonly unknown[]): Result {
  const after = Number(afterSeq);
  const inRange = (row: JournalRow): boolean => row.seq > after && row.seq <= Number(lastSeq);
  // Only an edited journal has gaps: then its rows have to be searched.
  const isWhole = journal[after]?.seq === after + 1;
  const found = (isWhole ? journal.slice(after, Number(lastSeq)) : journal.filter(inRange)).slice(
    0,
    PAGE_ROWS,
  );
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) {
    return rows({
      rows: 0,
      first: null,
      last: null,
      epochs: null,
      times: null,
      payloads: null,
      hashes: null,
    });
  }
  return rows({
    rows: found.length,
    first: BigInt(first.seq),
    last: BigInt(last.seq),
    epochs: found.map((row) => row.epoch).join(','),
    times: found.map((row) => row.timeMs).join(','),
    payloads: found.map((row) => row.payload).join('\n'),
    hashes: Buffer.concat(found.map((row) => row.hash)),
  });
}

function loadSnapshot(
  { snapshots, journal }: SimulatedDatabase,
  [seq]: readonly unknown[],
): Result {
  const found = snapshots.get(Number(seq));
  if (found === undefined) return NOTHING;
  const row = journal[Number(seq) - 1];
  const { stateHash, journalHash, body, bodyHash } = found;
  return rows({
    state_hash: stateHash,
    journal_hash: journalHash,
    body,
    body_hash: bodyHash,
    row_hash: row?.hash ?? null,
  });
}

/**
 * Slow disks fail during a snapshot: it may be stored short or with a flipped bit, and the crash
 * may come in the middle.
 */
function saveSnapshot(database: SimulatedDatabase, values: readonly unknown[]): Result {
  const [seq, stateHash, journalHash, body, bodyHash] = values as [
    number,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const { world } = database;
  if (world.strikes('crashInSnapshot')) {
    database.onCrash();
    return NOTHING;
  }
  let stored = Buffer.from(body);
  if (world.strikes('snapshotCutShort'))
    stored = stored.subarray(0, world.random.below(stored.length));
  if (world.strikes('snapshotCorrupted') && stored.length > 0) {
    const place = world.random.below(stored.length);
    stored[place] = (stored[place] as number) ^ (1 << world.random.below(8));
  }
  database.snapshots.set(seq, { stateHash, journalHash, body: stored, bodyHash });
  return NOTHING;
}
