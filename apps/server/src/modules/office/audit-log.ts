import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { AuditEntry } from '../../gateway/handler.ts';
import type { Secrets } from '../../secrets.ts';

interface Row {
  readonly id: bigint;
  readonly operator_id: bigint;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly address: string;
  readonly created_at: Date;
  /** Whether the hash needs the server's key. Hashes of older versions do not. */
  readonly keyed: boolean;
}

/** Length of the log, and the hash of its newest entry. */
export interface AuditHead {
  readonly entries: number;
  readonly hash: Buffer;
}

/** Before the first entry. */
const GENESIS = Buffer.alloc(32);
const PURPOSE = 'audit log';
const LOCK = 'audit log';
const BATCH = 5_000;
const HOUR_MS = 3_600_000;
/** Hourly entries that are remembered: beyond them the oldest is written again too early. */
const MOST_HOURLY = 10_000;

/**
 * Actions of operators. Owns its table, in which the database forbids changes. Promises that
 * entries are numbered without gaps and that each one's hash covers it and all before it and needs
 * the server's key: `verify` names a changed or missing one. Entries missing at the end are found
 * only through a head that was noted elsewhere: see AuditWitness.
 */
export class AuditLog {
  readonly #queries: Queries;
  readonly #secrets: Secrets;
  readonly #nowMs: () => number;
  /** Beginnings of hourly entries, and their writes. A restart forgets them. */
  readonly #hourly = new Map<string, { readonly atMs: number; readonly written: Promise<void> }>();

  constructor(queries: Queries, secrets: Secrets, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#secrets = secrets;
    this.#nowMs = nowMs;
  }

  /** Appends an entry: in the transaction of its change, if there is one. */
  async append(
    operator: number,
    address: string,
    entry: AuditEntry,
    transaction?: Queries,
  ): Promise<void> {
    if (entry.isHourly === true) return await this.#appendHourly(operator, address, entry);
    if (transaction !== undefined) await this.#append(operator, address, entry, transaction);
    else
      await this.#queries
        .transaction()
        .execute((queries) => this.#append(operator, address, entry, queries));
  }

  /**
   * Appends an entry unless this hour has it. A caller during the write waits for it; a failed
   * write is tried again.
   */
  async #appendHourly(operator: number, address: string, entry: AuditEntry): Promise<void> {
    const key = `${operator} ${entry.action} ${entry.subject}`;
    const nowMs = this.#nowMs();
    const last = this.#hourly.get(key);
    if (last !== undefined && nowMs - last.atMs < HOUR_MS) return await last.written;
    const written = this.append(operator, address, { ...entry, isHourly: false });
    this.#hourly.delete(key);
    this.#hourly.set(key, { atMs: nowMs, written });
    if (this.#hourly.size > MOST_HOURLY)
      this.#hourly.delete(this.#hourly.keys().next().value ?? key);
    try {
      await written;
    } catch (error) {
      if (this.#hourly.get(key)?.written === written) this.#hourly.delete(key);
      throw error;
    }
  }

  /**
   * Number of entries, the first broken one (0 if none), and the head up to there.
   *
   * @param known a head that was noted earlier: entries that are missing at the end count as
   *   broken, and so does another entry in its place
   * @param from where to begin instead of at the first entry: a head that is known to be right
   */
  async verify(
    known?: AuditHead,
    from: AuditHead = { entries: 0, hash: GENESIS },
  ): Promise<{ entries: number; brokenAt: number; head: AuditHead }> {
    let head = from;
    // An attacker with only the database must not return to entries without the key: after a noted
    // head an entry always needs it.
    let isKeyed = from.entries > 0;
    const broken = (at: number) => ({ entries: head.entries, brokenAt: at, head });
    for (;;) {
      const rows = await this.#queries
        .selectFrom('audit_log')
        .selectAll()
        .where('id', '>', BigInt(head.entries))
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const row of rows) {
        const id = head.entries + 1;
        const hash = this.#hashOf(row, head.hash);
        if (row.id !== BigInt(id) || !hash.equals(row.hash) || (isKeyed && !row.keyed))
          return broken(id);
        if (known?.entries === id && !known.hash.equals(hash)) return broken(id);
        isKeyed = row.keyed;
        head = { entries: id, hash };
      }
      if (rows.length < BATCH)
        return broken(known !== undefined && known.entries > head.entries ? head.entries + 1 : 0);
    }
  }

  /** Whether the entry of a head still exists. */
  async has({ entries, hash }: AuditHead): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('audit_log')
      .select('hash')
      .where('id', '=', BigInt(entries))
      .executeTakeFirst();
    return row?.hash.equals(hash) === true;
  }

  async #append(
    operator: number,
    address: string,
    { action, subject, before = null, after = null }: AuditEntry,
    queries: Queries,
  ): Promise<void> {
    // One after the other: each hash needs the one before it.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(queries);
    const last = await queries
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const row: Row = {
      id: (last?.id ?? 0n) + 1n,
      operator_id: BigInt(operator),
      action,
      subject,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      address,
      created_at: new Date(this.#nowMs()),
      keyed: true,
    };
    await queries
      .insertInto('audit_log')
      .values({ ...row, hash: this.#hashOf(row, last?.hash ?? GENESIS) })
      .execute();
  }

  #hashOf(
    { id, operator_id, action, subject, before, after, address, created_at, keyed }: Row,
    previous: Buffer,
  ): Buffer {
    const fields = JSON.stringify([
      String(id),
      String(operator_id),
      action,
      subject,
      before,
      after,
      address,
      created_at.toISOString(),
    ]);
    return keyed
      ? this.#secrets.mac(PURPOSE, previous, fields)
      : createHash('sha256').update(previous).update(fields).digest();
  }
}
