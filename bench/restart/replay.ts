// Fills a journal with the workload after a snapshot, then recovers from it as the engine does.
// Argument: commands. Prints one line of JSON.
import { encodeCommand } from '@meridian/core/command-codec';
import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import { openTemporaryDatabase } from '../../apps/server/src/database/temporary-database.ts';
import { recover } from '../../apps/server/src/engine/recovery.ts';
import { encodeSnapshot, hashState } from '../../apps/server/src/engine/snapshot-codec.ts';
import type { NewEntry } from '../../apps/server/src/journal/journal.ts';
import {
  postgresPlatform,
  PostgresJournal,
} from '../../apps/server/src/journal/postgres-journal.ts';
import { commandAt, openingCommands } from '../core/contestants.ts';
import { makeWorkload } from '../core/workload.ts';

const BATCH = 500;
const START_MS = 1_700_000_000_000;
const commands = Number(process.argv[2] ?? 1_000_000);

function onLost(fault: Error): void {
  throw fault;
}

async function fill(
  url: string,
): Promise<{ rows: number; fillSeconds: number; stateHash: Buffer }> {
  const journal = await PostgresJournal.open(postgresPlatform(url), onLost);
  const exchange = new Exchange(FIRST_RULES);
  const opening: Command[] = [
    { kind: 'core.upgrade', version: NEWEST_RULES },
    ...openingCommands(),
  ];
  for (const command of opening) exchange.apply(command, START_MS);
  await journal.append(
    opening.map((command) => ({ timeMs: START_MS, payload: encodeCommand(command) })),
  );
  const snapshot = exchange.snapshot();
  const { seq, hash } = journal.head;
  await journal.saveSnapshot({ seq, journalHash: hash, ...(await encodeSnapshot(snapshot)) });

  const workload = makeWorkload('w1', commands, 12_345);
  const startedAt = performance.now();
  let batch: NewEntry[] = [];
  // The prefill counts.
  let rows = 0;
  for (let at = 0; at < commands; at++) {
    const command = commandAt(workload, at);
    const timeMs = START_MS + (at >>> 4);
    const { seq: before } = exchange;
    exchange.apply(command, timeMs);
    // A command that changes nothing is not journaled.
    if (exchange.seq > before) {
      rows++;
      batch.push({ timeMs, payload: encodeCommand(command) });
    }
    if (batch.length < BATCH && at + 1 < commands) continue;
    if (batch.length > 0) await journal.append(batch);
    batch = [];
  }
  const fillSeconds = (performance.now() - startedAt) / 1000;
  await journal.close();
  return { rows, fillSeconds, stateHash: hashState(exchange.snapshot()) };
}

const database = await openTemporaryDatabase();
try {
  const { rows, fillSeconds, stateHash } = await fill(database.url);
  const startedAt = performance.now();
  const journal = await PostgresJournal.open(postgresPlatform(database.url), onLost);
  const projectedSeq = journal.head.seq;
  const exchange = await recover({
    journal,
    projectedSeq,
    project: () => Promise.resolve(),
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await journal.close();
  if (!hashState(exchange.snapshot()).equals(stateHash))
    throw new Error('the recovered state is not the one that was journaled');
  process.stdout.write(`${JSON.stringify({ rows, fillSeconds, seconds })}\n`);
} finally {
  await database.remove();
}
