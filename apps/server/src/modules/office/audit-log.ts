import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { AuditEntry } from '../../gateway/handler.ts';

interface Row {
  readonly id: bigint;
  readonly operator_id: bigint;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly address: string;
  readonly created_at: Date;
}

/** Before the first entry. */
const GENESIS = Buffer.alloc(32);
const LOCK = 'audit log';
const BATCH = 5_000;
const HOUR_MS = 3_600_000;
/** Hourly entries that are remembered: beyond them the oldest is written again too early. */
const MOST_HOURLY = 10_000;

/**
 * What operators did. Owns its table, which the database lets nobody change. Promises that entries are numbered without gaps
 * and that each one's hash covers it and all before it: `verify` says where one was changed or is missing.
 */
export class AuditLog {
  readonly #queries: Queries;
  readonly #nowMs: () => number;
  /** When hourly entries were written. A restart forgets them. */
  readonly #hourly = new Map<string, number>();

  constructor(queries: Queries, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#nowMs = nowMs;
  }

  /** Appends an entry: in the transaction of what it tells of, where there is one. */
  async append(operator: number, address: string, entry: AuditEntry, transaction?: Queries): Promise<void> {
    if (entry.isHourly === true && this.#isWritten(`${operator} ${entry.action} ${entry.subject}`)) return;
    if (transaction !== undefined) await this.#append(operator, address, entry, transaction);
    else await this.#queries.transaction().execute((queries) => this.#append(operator, address, entry, queries));
  }

  /** Whether this hour has the entry already. From now on it has. */
  #isWritten(key: string): boolean {
    const nowMs = this.#nowMs();
    if (nowMs - (this.#hourly.get(key) ?? -HOUR_MS) < HOUR_MS) return true;
    this.#hourly.delete(key);
    this.#hourly.set(key, nowMs);
    if (this.#hourly.size > MOST_HOURLY) this.#hourly.delete(this.#hourly.keys().next().value ?? key);
    return false;
  }

  /** How many entries there are, and the first that does not fit: 0 where all do. */
  async verify(): Promise<{ entries: number; brokenAt: number }> {
    let previous: Buffer = GENESIS;
    let entries = 0;
    for (;;) {
      const rows = await this.#queries.selectFrom('audit_log').selectAll().where('id', '>', BigInt(entries)).orderBy('id').limit(BATCH).execute();
      for (const row of rows) {
        entries++;
        previous = hashOf(row, previous);
        if (row.id !== BigInt(entries) || !previous.equals(row.hash)) return { entries, brokenAt: entries };
      }
      if (rows.length < BATCH) return { entries, brokenAt: 0 };
    }
  }

  async #append(operator: number, address: string, { action, subject, before = null, after = null }: AuditEntry, queries: Queries): Promise<void> {
    // One after the other: each hash needs the one before it.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(queries);
    const last = await queries.selectFrom('audit_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
    const row: Row = {
      id: (last?.id ?? 0n) + 1n,
      operator_id: BigInt(operator),
      action,
      subject,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      address,
      created_at: new Date(this.#nowMs()),
    };
    await queries.insertInto('audit_log').values({ ...row, hash: hashOf(row, last?.hash ?? GENESIS) }).execute();
  }
}

function hashOf({ id, operator_id, action, subject, before, after, address, created_at }: Row, previous: Buffer): Buffer {
  const fields = [String(id), String(operator_id), action, subject, before, after, address, created_at.toISOString()];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}
