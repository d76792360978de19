/**
 * Restores the exchange: newest usable snapshot, then the commands after it. On the way the state
 * is compared with each stored snapshot and with each checkpoint of the journal: a build that would
 * decide history differently stops here, with its fault, and nothing is served from a state that
 * nobody acknowledged.
 */
import { decodeCommand } from '@meridian/core/command-codec';
import type { Checkpoint, Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import { SNAPSHOT_FORMAT, type StoredState } from '@meridian/core/snapshot-migrations';
import { Fault } from '../fault.ts';
import { GENESIS_HASH } from '../journal/hash-chain.ts';
import type { Journal, JournalEntry, JournalHead, StoredSnapshot } from '../journal/journal.ts';
import { decodeSnapshot, hashState } from './snapshot-codec.ts';

export interface RecoveryParts {
  readonly journal: Journal;
  /** The read models contain everything up to this command: they need the events after it again. */
  readonly projectedSeq: number;
  /** Takes the events that the read models lack; settles when it has room for more. */
  readonly project: (batch: readonly Applied[]) => Promise<void>;
  readonly warn: (message: string) => void;
  /**
   * Counts checks: rows of the chain, and states against the hash of their snapshot or checkpoint.
   */
  readonly checked?: (invariant: 'J1' | 'J3', times: number) => void;
}

/** The beginning of the replay. */
interface Start {
  readonly exchange: Exchange;
  readonly at: JournalHead;
  /** Hash and format of the state there. */
  readonly state: { readonly hash: string; readonly format: number };
}

/**
 * The exchange after the last journaled command. Events are not stored, so recovery starts at a
 * snapshot that is not newer than the read models. Throws `Fault` journal_corrupt when the journal
 * cannot be trusted, journal_newer when a newer build wrote it, state_differs when this build
 * computes another state than the acknowledged one.
 */
export async function recover(parts: RecoveryParts): Promise<Exchange> {
  const { journal, projectedSeq, project } = parts;
  if (projectedSeq > journal.head.seq) {
    throw new Fault(
      'journal_corrupt',
      `the read models know command ${projectedSeq}, but the journal ends at ${journal.head.seq}: row ${journal.head.seq + 1} is missing`,
    );
  }
  const start = await newestUsable(parts);
  const { exchange } = start;
  const comparison = await StateComparison.from(start, parts);
  for await (const page of journal.read(start.at)) {
    parts.checked?.('J1', page.length);
    const missing: Applied[] = [];
    for (const entry of page) {
      const applied = replay(exchange, entry, comparison);
      if (applied.seq > projectedSeq) missing.push(applied);
      if (comparison.isDue(applied.seq)) await comparison.compare(exchange);
    }
    if (missing.length > 0) await project(missing);
  }
  exchange.verify();
  return exchange;
}

/** Compares states with their stored hashes. */
class StateComparison {
  readonly #parts: RecoveryParts;
  /** Commands with a stored snapshot, or a later checkpoint of their state. */
  readonly #due: Set<number>;
  /** Hashes of the replayed states at these commands. */
  readonly #states = new Map<number, { readonly hash: string; readonly format: number }>();

  private constructor(start: Start, parts: RecoveryParts, due: Set<number>) {
    this.#parts = parts;
    this.#due = due;
    this.#states.set(start.at.seq, start.state);
  }

  static async from(start: Start, parts: RecoveryParts): Promise<StateComparison> {
    const { journal } = parts;
    return new StateComparison(
      start,
      parts,
      new Set([...(await journal.checkpoints(start.at.seq)), ...(await journal.snapshots())]),
    );
  }

  isDue(seq: number): boolean {
    return this.#due.has(seq);
  }

  async compare(exchange: Exchange): Promise<void> {
    const { seq } = exchange;
    const hash = hashState(exchange.snapshot()).toString('hex');
    this.#states.set(seq, { hash, format: SNAPSHOT_FORMAT });
    const stored = await this.#parts.journal.loadSnapshot(seq);
    if (stored === undefined) return;
    const kept = restore(stored);
    if (kept === undefined) return this.#parts.warn(damaged(seq));
    this.#parts.checked?.('J3', 1);
    if (hashState(kept.exchange.snapshot()).toString('hex') !== hash)
      throw differs(seq, 'its snapshot');
  }

  /**
   * A checkpoint of an older format cannot be compared: the snapshot of its command can, as long as
   * it is kept.
   */
  meet({ at, format, stateHash }: Checkpoint): void {
    const state = this.#states.get(at);
    if (state?.format !== format) return;
    this.#parts.checked?.('J3', 1);
    if (state.hash !== stateHash) throw differs(at, 'the checkpoint in the journal');
  }
}

function replay(
  exchange: Exchange,
  { seq, timeMs, payload }: JournalEntry,
  comparison: StateComparison,
): Applied {
  let command: Command;
  let applied: Applied;
  try {
    command = decodeCommand(payload);
    applied = exchange.apply(command, timeMs);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('journal_corrupt', `journal row ${seq} cannot be replayed: ${message}`, {
      cause,
    });
  }
  if (
    command.kind === 'core.upgrade' &&
    Number.isSafeInteger(command.version) &&
    command.version > NEWEST_RULES
  )
    throw newer(`journal row ${seq}`, command.version);
  if (applied.seq !== seq)
    throw differs(seq, 'the journal', `this build says that ${command.kind} changed nothing`);
  if (command.kind === 'core.checkpoint') comparison.meet(command);
  return applied;
}

async function newestUsable({
  journal,
  projectedSeq,
  warn,
  checked,
}: RecoveryParts): Promise<Start> {
  for (const seq of await journal.snapshots()) {
    if (seq > journal.head.seq) {
      throw new Fault(
        'journal_corrupt',
        `there is a snapshot of command ${seq}, but the journal ends at ${journal.head.seq}: row ${journal.head.seq + 1} is missing`,
      );
    }
    if (seq > projectedSeq) continue;
    const stored = await journal.loadSnapshot(seq);
    const kept = stored === undefined ? undefined : restore(stored);
    if (stored !== undefined) checked?.('J3', 1);
    if (stored !== undefined && kept !== undefined) {
      return {
        exchange: kept.exchange,
        at: { seq, hash: stored.journalHash },
        state: { hash: stored.stateHash.toString('hex'), format: kept.format },
      };
    }
    warn(damaged(seq));
  }
  const exchange = new Exchange(FIRST_RULES);
  return {
    exchange,
    at: { seq: 0, hash: GENESIS_HASH },
    state: { hash: hashState(exchange.snapshot()).toString('hex'), format: SNAPSHOT_FORMAT },
  };
}

/**
 * The stored state, undefined where it is damaged. A valid state that this build refuses is a
 * fault.
 */
function restore(
  stored: StoredSnapshot,
): { readonly exchange: Exchange; readonly format: number } | undefined {
  const state = read(stored);
  if (state === undefined) return undefined;
  if (state.format > SNAPSHOT_FORMAT)
    throw newer(`the snapshot of command ${stored.seq}`, Number(state['rules']));
  try {
    return { exchange: Exchange.restore(state), format: state.format };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Fault(
      'state_differs',
      `the snapshot of command ${stored.seq} was good when it was stored, and this build refuses it: ${message}`,
      { cause },
    );
  }
}

function read(stored: StoredSnapshot): StoredState | undefined {
  try {
    const state = decodeSnapshot(stored.body);
    return state['seq'] === stored.seq && hashState(state).equals(stored.stateHash)
      ? state
      : undefined;
  } catch {
    return undefined;
  }
}

function damaged(seq: number): string {
  return `the snapshot of command ${seq} is damaged: it is left out`;
}

function differs(seq: number, what: string, how = ''): Fault {
  return new Fault(
    'state_differs',
    `the state after command ${seq} is not the one that was acknowledged: this build and ${what} differ${how === '' ? '' : ` (${how})`}`,
  );
}

function newer(what: string, rules: number): Fault {
  return new Fault(
    'journal_newer',
    `${what} is of rules ${rules}, and this build knows ${NEWEST_RULES}: a newer build has written it`,
  );
}
