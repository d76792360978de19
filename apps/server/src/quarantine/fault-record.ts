/**
 * The record of a command on which the core broke an invariant, and the fingerprint that its
 * repetition shares.
 */
import { createHash } from 'node:crypto';
import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { isKey } from '@meridian/core/idempotency';
import { InvariantError } from '@meridian/core/invariants';

export interface FaultRecord {
  /** Engine time of the command, milliseconds UTC. */
  readonly timeMs: number;
  /** The command's number, had it been journaled. */
  readonly seq: number;
  readonly kind: string;
  /** Undefined for a command without a user. */
  readonly user: number | undefined;
  readonly key: string | undefined;
  readonly fingerprint: string;
  /** In the journal's encoding. */
  readonly command: string;
  /** Number of the invariant, '' for another error. */
  readonly invariant: string;
  readonly message: string;
}

/** A fault that no operator has released. */
export interface HeldFault extends FaultRecord {
  readonly id: number;
  /**
   * For an `index.set`: the markets whose prices broke it; empty if none could be named, undefined
   * before the search.
   */
  readonly markets: readonly number[] | undefined;
}

/** Fields in which a command and its repetition differ. */
const VARIES: ReadonlySet<string> = new Set(['key', 'clientOrderId', 'operator', 'reason']);
/** Commands that repeat with other values: their kind is all that they have in common. */
const BY_KIND: ReadonlySet<string> = new Set(['index.set', 'clock.tick', 'core.checkpoint']);

/**
 * The engine's record.
 * @param payload the command in the journal's encoding
 */
export function faultRecord(
  { payload, seq, timeMs }: { payload: string; seq: number; timeMs: number },
  thrown: unknown,
): FaultRecord {
  const fields = JSON.parse(payload) as Record<string, unknown>;
  const { kind, user, key } = fields;
  return {
    timeMs,
    seq,
    kind: printable(String(kind)),
    user: Number.isSafeInteger(user) ? (user as number) : undefined,
    key: isKey(key) ? key : undefined,
    fingerprint: fingerprintOfFields(fields),
    command: payload,
    invariant: thrown instanceof InvariantError ? thrown.invariant : '',
    message: printable(thrown instanceof Error ? thrown.message : String(thrown)),
  };
}

/**
 * SHA-256 of the fields that a repetition of the command shares: all but key, client order id,
 * operator and reason.
 */
export function fingerprintOf(command: Command): string {
  return fingerprintOfFields(JSON.parse(encodeCommand(command)) as Record<string, unknown>);
}

function fingerprintOfFields(fields: Readonly<Record<string, unknown>>): string {
  const kind = String(fields['kind']);
  const common = BY_KIND.has(kind)
    ? [['kind', kind]]
    : Object.entries(fields)
        .filter(([name]) => !VARIES.has(name))
        .sort(byName);
  return createHash('sha256').update(JSON.stringify(common)).digest('hex');
}

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

/** PostgreSQL's text cannot contain NUL. */
function printable(text: string): string {
  return text.replaceAll('\0', '?');
}
