import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { knownCommand } from './command-areas.ts';
import type { Command } from './commands.ts';
import type { UserId } from './ids.ts';
import type { Outcome } from './outcome.ts';
import type { Rules } from './rules.ts';
import type { SnapshotKey } from './snapshot.ts';

/** Milliseconds of engine time for which a key is remembered. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
/**
 * Number of keys remembered for one user; the user's oldest key goes first. A key takes some 360
 * bytes of memory and 280 of a snapshot, so one user takes at most 7 MB.
 */
export const MAX_USER_KEYS = 20_000;
/**
 * With so many keys of all users together (360 MB), each new key costs its user their own oldest
 * one, and never another user's. Under the first rules the oldest of all went.
 */
export const MAX_KEYS = 1_000_000;
/** Number of keys remembered for a user however many others have. */
export const SURE_USER_KEYS = 50;

/** A command with its key. */
interface Asked {
  readonly user: UserId;
  readonly key: string;
  readonly command: Command;
  readonly encode: (command: Command) => string;
  readonly timeMs: number;
}

/**
 * Owns the first answers to commands with an idempotency key (J4). They are part of the state, so
 * that a retry after a crash finds them.
 */
export class IdempotencyKeys {
  readonly #rules: Rules;
  /**
   * By user and key, in order of arrival, which a Map keeps; in the form of a snapshot, so that
   * taking one copies nothing.
   */
  readonly #remembered = new Map<string, SnapshotKey>();
  /** The keys of the map above for each user, in order of arrival. */
  readonly #ofUser = new Map<UserId, Set<string>>();
  /**
   * Engine time before which no key is old enough to be forgotten. Kept, because every command
   * checks it.
   */
  #nextExpiryMs = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /**
   * The first outcome of the same command; `reused` when the key belongs to another command;
   * undefined when it is new, or its day over.
   */
  find({ user, key, command, encode, timeMs }: Asked): Outcome | 'reused' | undefined {
    const found = this.#remembered.get(nameOf(user, key));
    if (found === undefined || isOver(found, timeMs)) return undefined;
    // A key from under the first rules keeps its short fingerprint for the rest of its day.
    const fingerprint =
      found.fingerprint.length === SHORT_LENGTH
        ? shortFingerprint(command, encode)
        : fingerprintOf(command, encode);
    return found.fingerprint === fingerprint ? decodeOutcome(found.outcome) : 'reused';
  }

  remember({
    user,
    key,
    command,
    encode,
    timeMs,
    outcome,
  }: Asked & { readonly outcome: Outcome }): void {
    this.expire(timeMs);
    const fingerprint = this.#rules.keepsKeysForEachUser
      ? fingerprintOf(command, encode)
      : shortFingerprint(command, encode);
    const names = this.#keep({ user, key, fingerprint, timeMs, outcome: encodeOutcome(outcome) });
    if (!this.#rules.keepsKeysForEachUser) {
      if (this.#remembered.size > MAX_KEYS) this.#drop(this.#remembered.keys().next().value);
      return;
    }
    while (names.size > MAX_USER_KEYS) this.#drop(names.values().next().value);
    const isCrowded = this.#rules.boundsAllKeys && this.#remembered.size > MAX_KEYS;
    if (isCrowded && names.size > SURE_USER_KEYS) this.#drop(names.values().next().value);
  }

  /** Forgets keys older than the lifetime. */
  expire(timeMs: number): void {
    if (timeMs < this.#nextExpiryMs) return;
    this.#nextExpiryMs = timeMs + KEY_LIFETIME_MS;
    for (const entry of this.#remembered.values()) {
      if (!isOver(entry, timeMs)) {
        this.#nextExpiryMs = entry.timeMs + KEY_LIFETIME_MS;
        return;
      }
      this.#drop(nameOf(entry.user, entry.key));
    }
  }

  /** Oldest first. The rows are the state's own, and never change. */
  snapshot(): SnapshotKey[] {
    return [...this.#remembered.values()];
  }

  restore(rows: readonly SnapshotKey[]): void {
    for (const row of rows) this.#keep(row);
  }

  /** @returns the user's keys of the map, in order of arrival */
  #keep(row: SnapshotKey): Set<string> {
    const name = nameOf(row.user, row.key);
    this.#remembered.set(name, row);
    const names = this.#ofUser.get(row.user) ?? new Set();
    this.#ofUser.set(row.user, names.add(name));
    return names;
  }

  #drop(name: string | undefined): void {
    const dropped = name === undefined ? undefined : this.#remembered.get(name);
    if (name === undefined || dropped === undefined) return;
    this.#remembered.delete(name);
    const names = this.#ofUser.get(dropped.user);
    names?.delete(name);
    if (names?.size === 0) this.#ofUser.delete(dropped.user);
  }
}

function isOver(entry: SnapshotKey, timeMs: number): boolean {
  return entry.timeMs <= timeMs - KEY_LIFETIME_MS;
}

function nameOf(user: UserId, key: string): string {
  return `${user} ${key}`;
}

function encodeOutcome(outcome: Outcome): SnapshotKey['outcome'] {
  const isWithAmount = outcome.ok && outcome.filledNotional !== undefined;
  return isWithAmount ? { ...outcome, filledNotional: outcome.filledNotional.toString() } : outcome;
}

function decodeOutcome(kept: SnapshotKey['outcome']): Outcome {
  const { filledNotional } = kept as Record<string, unknown>;
  return (
    typeof filledNotional === 'string' ? { ...kept, filledNotional: BigInt(filledNotional) } : kept
  ) as Outcome;
}

/** Whether a value may be an idempotency key: 1 to 64 printable ASCII characters without spaces. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value);
}

/**
 * SHA-256 of the journaled text of the user's request, in hexadecimal digits: nobody finds two
 * requests with one fingerprint.
 */
function fingerprintOf(command: Command, encode: (command: Command) => string): string {
  const digits = Array.from(
    sha256(utf8ToBytes(textOf(askedBy(command), encode))),
    (byte) => HEX[byte],
  );
  // One flat string: a string built with `+` is kept as a tree of its pieces, of four times the
  // size.
  return digits.join('');
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_none, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** The command without the server's own additions, which a repeated request need not have again. */
function askedBy(command: Command): Command {
  const stamped = knownCommand(command.kind)?.stamped;
  if (stamped === undefined) return command;
  const asked: Record<string, unknown> = { ...command };
  for (const field of stamped) delete asked[field];
  return asked as unknown as Command;
}

const SHORT_LENGTH = 16;

/**
 * The fingerprint of the first rules: 64 bits, two 32-bit FNV-1a style hashes. It notices a changed
 * request and does not resist an attacker.
 */
function shortFingerprint(command: Command, encode: (command: Command) => string): string {
  const text = textOf(command, encode);
  let first = 0x811c9dc5;
  let second = 0x27d4eb2f;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 0).toString(16).padStart(8, '0') + (second >>> 0).toString(16).padStart(8, '0');
}

function textOf(command: Command, encode: (command: Command) => string): string {
  const { key: _key, ...content } = command as Command & { key?: string };
  return encode(content as Command);
}
