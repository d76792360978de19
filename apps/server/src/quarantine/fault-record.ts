/**
 * What is noted of a command on which the core broke an invariant, and what a repetition of it has
 * in common with it.
 */
import { createHash } from 'node:crypto';
import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { isKey } from '@meridian/core/idempotency';
import { InvariantError } from '@meridian/core/invariants';

export interface FaultRecord {
  /** Engine time of the command, milliseconds UTC. */
  readonly timeMs: number;
  /** The number that the command would have had in the journal. */
  readonly seq: number;
  readonly kind: string;
  /** Undefined where the command has none. */
  readonly user: number | undefined;
  readonly key: string | undefined;
  readonly fingerprint: string;
  /** As the journal would have kept it. */
  readonly command: string;
  /** Number of the invariant, '' where something else was thrown. */
  readonly invariant: string;
  readonly message: string;
}

/** A fault that no operator has released. */
export interface HeldFault extends FaultRecord {
  readonly id: number;
  /**
   * Of an `index.set`: the markets whose prices broke it; empty where none could be named,
   * undefined until it was looked for.
   */
  readonly markets: readonly number[] | undefined;
}

/** What differs between a command and its repetition. */
const VARIES: ReadonlySet<string> = new Set(['key', 'clientOrderId', 'operator', 'reason']);
/** They come again and again with other values: what they have in common is their kind. */
const BY_KIND: ReadonlySet<string> = new Set(['index.set', 'clock.tick', 'core.checkpoint']);

/** What the engine notes. @param payload the command as the journal would have kept it */
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
 * SHA-256 of what a repetition of the command has in common with it: all but key, own name of an
 * order, operator and reason.
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

/** PostgreSQL's text takes no NUL. */
function printable(text: string): string {
  return text.replaceAll('\0', '?');
}
