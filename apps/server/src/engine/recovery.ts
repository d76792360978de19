/** Brings the exchange back: newest usable snapshot, then the commands after it. */
import { decodeCommand } from '@meridian/core/command-codec';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { Fault } from '../fault.ts';
import { GENESIS_HASH } from '../journal/hash-chain.ts';
import type { Journal, JournalEntry, JournalHead, StoredSnapshot } from '../journal/journal.ts';
import { hashState } from './state-hash.ts';

export interface RecoveryParts {
  readonly journal: Journal;
  /** Everything up to this command is in the read models: they need the events after it again. */
  readonly projectedSeq: number;
  /** Takes the events that the read models lack; settles when it has room for more. */
  readonly project: (batch: readonly Applied[]) => Promise<void>;
  readonly warn: (message: string) => void;
  /** Counts what was checked: rows of the chain, and states against the hash of their snapshot. */
  readonly checked?: (invariant: 'J1' | 'J3', times: number) => void;
}

/**
 * The exchange after the last journaled command. Events are not stored, so recovery starts at a snapshot that is not newer
 * than the read models. Throws `Fault` journal_corrupt when the journal cannot be trusted.
 */
export async function recover(parts: RecoveryParts): Promise<Exchange> {
  const { journal, projectedSeq, project } = parts;
  if (projectedSeq > journal.head.seq) {
    throw new Fault('journal_corrupt', `the read models know command ${projectedSeq}, but the journal ends at ${journal.head.seq}: row ${journal.head.seq + 1} is missing`);
  }
  const { exchange, at } = await newestUsable(parts);
  for await (const page of journal.read(at)) {
    parts.checked?.('J1', page.length);
    const missing: Applied[] = [];
    for (const entry of page) {
      const applied = replay(exchange, entry);
      if (applied.seq > projectedSeq) missing.push(applied);
    }
    if (missing.length > 0) await project(missing);
  }
  exchange.verify();
  return exchange;
}

function replay(exchange: Exchange, { seq, timeMs, payload }: JournalEntry): Applied {
  try {
    return exchange.apply(decodeCommand(payload), timeMs);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('journal_corrupt', `journal row ${seq} cannot be replayed: ${message}`, { cause });
  }
}

async function newestUsable({ journal, projectedSeq, warn, checked }: RecoveryParts): Promise<{ exchange: Exchange; at: JournalHead }> {
  for (const seq of await journal.snapshots()) {
    if (seq > journal.head.seq) {
      throw new Fault('journal_corrupt', `there is a snapshot of command ${seq}, but the journal ends at ${journal.head.seq}: row ${journal.head.seq + 1} is missing`);
    }
    if (seq > projectedSeq) continue;
    const stored = await journal.loadSnapshot(seq);
    const exchange = stored === undefined ? undefined : restore(stored);
    if (stored !== undefined) checked?.('J3', 1);
    if (stored !== undefined && exchange !== undefined) return { exchange, at: { seq, hash: stored.journalHash } };
    warn(`the snapshot of command ${seq} is damaged or of another version; an older one is used`);
  }
  return { exchange: new Exchange(), at: { seq: 0, hash: GENESIS_HASH } };
}

function restore(stored: StoredSnapshot): Exchange | undefined {
  try {
    const snapshot = JSON.parse(stored.body) as ExchangeSnapshot;
    if (snapshot.seq !== stored.seq || !hashState(snapshot).equals(stored.stateHash)) return undefined;
    return Exchange.restore(snapshot);
  } catch {
    return undefined;
  }
}
