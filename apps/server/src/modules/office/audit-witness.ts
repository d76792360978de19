import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rounds } from '../../rounds.ts';
import type { AuditHead, AuditLog } from './audit-log.ts';

const FILE = 'audit-head';
const LINE = /^(\d{1,16}) ([0-9a-f]{64})\n$/;
const EVERY_MS = 2_000;
/** Interval of whole verifications: an entry in the middle may be changed while its hash stays. */
const WHOLE_EVERY_MS = 24 * 3_600_000;

/**
 * Notes the head of the operators' log outside the database: a file of one line in DATA_DIR. A log
 * that was cut at its end, or rewritten with the key, is consistent in itself; only the witness
 * knows that there was more. Owns the file. Promises to verify new entries every two seconds and
 * then advance; at a break it stays there and reports it until an operator acts.
 */
export class AuditWitness {
  readonly rounds: Rounds;
  readonly #auditLog: AuditLog;
  readonly #path: string;
  readonly #warn: (text: string) => void;
  #brokenAt = 0;
  /** Before the first whole verification: never. */
  #wholeAtMs = -Infinity;

  constructor({
    auditLog,
    dataDir,
    warn,
  }: {
    readonly auditLog: AuditLog;
    readonly dataDir: string;
    readonly warn: (text: string) => void;
  }) {
    this.#auditLog = auditLog;
    this.#path = join(dataDir, FILE);
    this.#warn = warn;
    this.rounds = new Rounds(() => this.#round(), { everyMs: EVERY_MS, onTrouble: warn });
  }

  /** Whether the log has been changed. */
  get isBroken(): boolean {
    return this.#brokenAt !== 0;
  }

  /** The head that was noted last. Undefined before the first. */
  get head(): AuditHead | undefined {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const [, entries, hash] = LINE.exec(text) ?? [];
    if (entries === undefined || hash === undefined)
      throw new Error(`${this.#path} is no head of the operators' log`);
    return { entries: Number(entries), hash: Buffer.from(hash, 'hex') };
  }

  /** Verifies the whole log against the noted head. */
  verify(): ReturnType<AuditLog['verify']> {
    return this.#auditLog.verify(this.head);
  }

  async #round(): Promise<void> {
    // Warned once. An operator repairs the log and restarts the server.
    if (this.isBroken) return;
    const known = this.#readHead();
    if (known === 'unreadable') return;
    const nowMs = performance.now();
    const isWhole = nowMs - this.#wholeAtMs >= WHOLE_EVERY_MS;
    if (isWhole) this.#wholeAtMs = nowMs;
    // If the noted entry still exists, only later ones are verified; else, and once a day, the
    // whole log, which finds the first broken one.
    const isThere = !isWhole && (known === undefined || (await this.#auditLog.has(known)));
    const { brokenAt, head } = isThere
      ? await this.#auditLog.verify(undefined, known)
      : await this.#auditLog.verify(known);
    if (brokenAt !== 0)
      this.#warn(
        `entry ${brokenAt} of the operators' log is not what was written: it, or one before it, was changed or removed`,
      );
    this.#brokenAt = brokenAt;
    if (brokenAt === 0 && head.entries !== (known?.entries ?? 0)) this.#note(head);
  }

  /**
   * An attacker who can spoil the note could have cut the log: it counts as broken until an
   * operator acts.
   */
  #readHead(): AuditHead | undefined | 'unreadable' {
    try {
      return this.head;
    } catch (error) {
      this.#brokenAt = 1;
      this.#warn(`the head of the operators' log cannot be read: ${String(error)}`);
      return 'unreadable';
    }
  }

  #note({ entries, hash }: AuditHead): void {
    const next = `${this.#path}.next`;
    writeFileSync(next, `${entries} ${hash.toString('hex')}\n`, { mode: 0o600, flush: true });
    renameSync(next, this.#path);
  }
}
