import type { Command } from './commands.ts';
import type { UserId } from './ids.ts';
import type { Outcome } from './events.ts';
import type { SnapshotKey } from './snapshot.ts';

/** How long a key is remembered, in engine time. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** How many keys are remembered; the oldest goes first. */
export const MAX_KEYS = 1_000_000;

/** Owns what was answered to commands with an idempotency key (J4). It lives in the state, so that a retry after a crash finds it. */
export class IdempotencyKeys {
  /** By user and key, in order of arrival, which a Map keeps; as they stand in a snapshot, so that taking one copies nothing. */
  readonly #remembered = new Map<string, SnapshotKey>();
  /** Before this engine time nothing is old enough to be forgotten. Kept, because every command asks. */
  #nextExpiryMs = 0;

  /** The first outcome of the same command; `reused` when the key belongs to another command; undefined when it is new. */
  find(user: UserId, key: string, fingerprint: string): Outcome | 'reused' | undefined {
    const found = this.#remembered.get(`${user} ${key}`);
    if (found === undefined) return undefined;
    return found.fingerprint === fingerprint ? decodeOutcome(found.outcome) : 'reused';
  }

  remember({ user, key, fingerprint, timeMs, outcome }: { user: UserId; key: string; fingerprint: string; timeMs: number; outcome: Outcome }): void {
    this.#remembered.set(`${user} ${key}`, { user, key, fingerprint, timeMs, outcome: encodeOutcome(outcome) });
    if (this.#remembered.size > MAX_KEYS) this.#dropOldest();
  }

  /** Forgets what is older than the lifetime. */
  expire(timeMs: number): void {
    if (timeMs < this.#nextExpiryMs) return;
    this.#nextExpiryMs = timeMs + KEY_LIFETIME_MS;
    for (const entry of this.#remembered.values()) {
      if (entry.timeMs > timeMs - KEY_LIFETIME_MS) {
        this.#nextExpiryMs = entry.timeMs + KEY_LIFETIME_MS;
        return;
      }
      this.#dropOldest();
    }
  }

  /** Oldest first. The rows are the state's own, and never change. */
  snapshot(): SnapshotKey[] {
    return [...this.#remembered.values()];
  }

  restore(rows: readonly SnapshotKey[]): void {
    for (const row of rows) this.#remembered.set(`${row.user} ${row.key}`, row);
  }

  #dropOldest(): void {
    const oldest = this.#remembered.keys().next();
    if (oldest.done !== true) this.#remembered.delete(oldest.value);
  }
}

function encodeOutcome(outcome: Outcome): SnapshotKey['outcome'] {
  const isWithAmount = outcome.ok && outcome.filledNotional !== undefined;
  return isWithAmount ? { ...outcome, filledNotional: outcome.filledNotional.toString() } : outcome;
}

function decodeOutcome(kept: SnapshotKey['outcome']): Outcome {
  const { filledNotional } = kept as Record<string, unknown>;
  return (typeof filledNotional === 'string' ? { ...kept, filledNotional: BigInt(filledNotional) } : kept) as Outcome;
}

/** Whether a value may be an idempotency key: 1 to 64 printable ASCII characters without spaces. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value);
}

/**
 * 64 bits that tell two commands of one user under one key apart: two independent 32-bit FNV-1a style hashes over the
 * journaled text without the key. It only has to notice a changed request, not to resist an attacker: a user who finds two
 * commands with one fingerprint gets the answer of his own first command.
 */
export function fingerprintOf(command: Command, encode: (command: Command) => string): string {
  const { key: _key, ...content } = command as Command & { key?: string };
  const text = encode(content as Command);
  let first = 0x811c9dc5;
  let second = 0x27d4eb2f;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 0).toString(16).padStart(8, '0') + (second >>> 0).toString(16).padStart(8, '0');
}
