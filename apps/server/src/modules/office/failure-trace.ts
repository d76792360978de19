import type { AuditEntry } from '../../gateway/handler.ts';
import { networkOf } from '../../gateway/client-addresses.ts';
import type { AuditLog } from './audit-log.ts';

interface Window {
  readonly sinceMs: number;
  readonly operator: number;
  readonly address: string;
  readonly entry: AuditEntry;
  /** Failures after the first one. */
  more: number;
}

const WINDOW_MS = 10 * 60_000;
/**
 * Most windows open at once, for strangers and for others separately: beyond them all new addresses
 * share the last one.
 */
const MOST_WINDOWS = 200;
/** Failures that need neither a password nor a session. */
const OF_STRANGERS: ReadonlySet<string> = new Set(['login_failed', 'invitation_invalid']);

/**
 * Failed actions in the audit log, without letting strangers fill it: of each kind, subject and
 * network the first failure is an entry at once, those of the ten minutes after it are counted, and
 * the count is an entry at the next failure after the window. Strangers cannot fill the windows of
 * callers with a password or a session. Owns the counts in memory.
 */
export class FailureTrace {
  readonly #auditLog: Pick<AuditLog, 'append'>;
  readonly #nowMs: () => number;
  /** In the order in which they were opened. */
  readonly #windows = new Map<string, Window>();

  constructor(auditLog: Pick<AuditLog, 'append'>, nowMs: () => number = Date.now) {
    this.#auditLog = auditLog;
    this.#nowMs = nowMs;
  }

  /**
   * @param operator 0 if no operator is authenticated
   */
  async note(operator: number, address: string, entry: AuditEntry): Promise<void> {
    await this.#close();
    const own = `${operator} ${entry.action} ${entry.subject} ${networkOf(address)}`;
    const isOfStranger = OF_STRANGERS.has(entry.action);
    const alike = [...this.#windows.values()].filter(
      (window) => OF_STRANGERS.has(window.entry.action) === isOfStranger,
    );
    const isFull = alike.length >= MOST_WINDOWS && !this.#windows.has(own);
    const key = isFull ? `others ${isOfStranger}` : own;
    const open = this.#windows.get(key);
    if (open !== undefined) {
      open.more++;
      return;
    }
    const kept = isFull
      ? { action: isOfStranger ? 'login_failed' : 'failures', subject: 'many addresses' }
      : entry;
    this.#windows.set(key, {
      sinceMs: this.#nowMs(),
      operator: isFull ? 0 : operator,
      address,
      entry: kept,
      more: 0,
    });
    await this.#auditLog.append(isFull ? 0 : operator, address, kept);
  }

  /** Writes the counts of windows that are over. */
  async #close(): Promise<void> {
    for (const [key, { sinceMs, operator, address, entry, more }] of this.#windows) {
      if (this.#nowMs() - sinceMs < WINDOW_MS) return;
      this.#windows.delete(key);
      if (more > 0)
        await this.#auditLog.append(operator, address, {
          action: `${entry.action}_again`,
          subject: entry.subject,
          after: { more, minutes: WINDOW_MS / 60_000 },
        });
    }
  }
}
