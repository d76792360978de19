/**
 * The store of faults: the table `engine_faults`, and a file in DATA_DIR for faults that the
 * database could not take when the engine halted. The next start moves them into the table.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFault } from '../database/database-fault.ts';
import { pgTypes } from '../database/database.ts';
import type { FaultRecord, HeldFault } from './fault-record.ts';

/** The engine's interface of the store. */
export interface FaultStore {
  /** Unreleased faults, oldest first. */
  held(): Promise<readonly HeldFault[]>;
  /** Records a fault. Never rejects: the engine ends after it, recorded or not. */
  record(fault: FaultRecord): Promise<void>;
  /** The markets whose prices broke an `index.set`. */
  locate(id: number, markets: readonly number[]): Promise<void>;
}

const FILE = 'engine-faults';
/** Milliseconds that an ending server waits for its database. */
const LONGEST_WRITE_MS = 5_000;

const INSERT = `INSERT INTO engine_faults (occurred_at, seq, kind, user_id, idempotency_key, fingerprint, command, invariant, message)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (occurred_at, seq, fingerprint) DO NOTHING`;

interface Row {
  readonly id: bigint;
  readonly occurred_at: Date;
  readonly seq: bigint;
  readonly kind: string;
  readonly user_id: bigint | null;
  readonly idempotency_key: string | null;
  readonly fingerprint: string;
  readonly command: string;
  readonly invariant: string;
  readonly message: string;
  readonly markets: number[] | null;
}

export class PostgresFaultStore implements FaultStore {
  readonly #url: string;
  readonly #file: string;
  readonly #warn: (message: string) => void;

  constructor(databaseUrl: string, dataDir: string, warn: (message: string) => void) {
    this.#url = databaseUrl;
    this.#file = join(dataDir, FILE);
    this.#warn = warn;
  }

  async held(): Promise<readonly HeldFault[]> {
    return this.#connected(async (session) => {
      await this.#takeIn(session);
      const { rows } = await session.query<Row>(
        'SELECT * FROM engine_faults WHERE released_at IS NULL ORDER BY id',
      );
      return rows.map(heldFault);
    });
  }

  async record(fault: FaultRecord): Promise<void> {
    try {
      await this.#connected((session) => session.query(INSERT, valuesOf(fault)));
    } catch (error) {
      this.#warn(`the fault was not written to the database: ${messageOf(error)}`);
      this.#note(fault);
    }
  }

  async locate(id: number, markets: readonly number[]): Promise<void> {
    await this.#connected((session) =>
      session.query('UPDATE engine_faults SET markets = $2 WHERE id = $1', [id, markets]),
    );
  }

  async #connected<T>(work: (session: pg.Client) => Promise<T>): Promise<T> {
    const session = new pg.Client({
      connectionString: this.#url,
      types: pgTypes(),
      connectionTimeoutMillis: LONGEST_WRITE_MS,
      query_timeout: LONGEST_WRITE_MS,
      application_name: 'meridian-faults',
    });
    session.on('error', () => undefined);
    try {
      await session.connect();
      return await work(session);
    } catch (error) {
      throw databaseFault('the table of faults could not be used', error);
    } finally {
      // The end of a session may hang, so nothing waits for it.
      session.end().catch(() => undefined);
    }
  }

  /** One line of JSON for each fault. */
  #note(fault: FaultRecord): void {
    try {
      const file = openSync(this.#file, 'a', 0o600);
      writeSync(file, `${JSON.stringify(fault)}\n`);
      fsyncSync(file);
      closeSync(file);
    } catch (error) {
      this.#warn(`the fault was not written to ${this.#file} either: ${messageOf(error)}`);
    }
  }

  async #takeIn(session: pg.Client): Promise<void> {
    const lines = this.#lines();
    for (const line of lines) {
      const fault = readLine(line);
      if (fault === undefined)
        this.#warn(`a line of ${this.#file} is not a fault and is left out: ${line}`);
      else await session.query(INSERT, valuesOf(fault));
    }
    if (lines.length > 0) rmSync(this.#file);
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** The part of an interrupted write is no fault. */
function readLine(line: string): FaultRecord | undefined {
  try {
    const fault = JSON.parse(line) as FaultRecord;
    return typeof fault.fingerprint === 'string' && typeof fault.command === 'string'
      ? fault
      : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf({
  timeMs,
  seq,
  kind,
  user,
  key,
  fingerprint,
  command,
  invariant,
  message,
}: FaultRecord): unknown[] {
  return [new Date(timeMs), seq, kind, user, key, fingerprint, command, invariant, message];
}

function heldFault({
  id,
  occurred_at,
  seq,
  kind,
  user_id,
  idempotency_key,
  fingerprint,
  command,
  invariant,
  message,
  markets,
}: Row): HeldFault {
  return {
    id: Number(id),
    timeMs: occurred_at.getTime(),
    seq: Number(seq),
    kind,
    user: user_id === null ? undefined : Number(user_id),
    key: idempotency_key ?? undefined,
    fingerprint,
    command,
    invariant,
    message,
    markets: markets ?? undefined,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
