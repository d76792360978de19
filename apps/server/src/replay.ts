/**
 * `npm run replay`: rebuilds the state from the first command of the journal on the real core,
 * beside a running server or without one, and compares it with every snapshot that a server stored
 * and every checkpoint in the journal. It changes nothing.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { decodeCommand } from '@meridian/core/command-codec';
import type { Checkpoint } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES } from '@meridian/core/rules';
import { SNAPSHOT_FORMAT } from '@meridian/core/snapshot-migrations';
import pg from 'pg';
import { readConfig } from './config.ts';
import { lockDataDir } from './database/data-dir-lock.ts';
import { pgTypes } from './database/database.ts';
import { requireKnownHistory } from './database/migrate.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { decodeSnapshot, hashState } from './engine/snapshot-codec.ts';
import { Fault } from './fault.ts';
import { GENESIS_HASH } from './journal/hash-chain.ts';
import { decompressLines } from './journal/line-compression.ts';
import { readBeside } from './journal/read-beside.ts';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function replay(url: string): Promise<void> {
  const session = new pg.Client({
    connectionString: url,
    types: pgTypes(),
    application_name: 'meridian-replay',
  });
  await session.connect();
  try {
    // One moment of the database, even while a running server appends.
    await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await requireKnownHistory(session);
    const { rows: fences } = await session.query<{ head_seq: bigint; head_hash: Buffer }>(
      'SELECT head_seq, head_hash FROM journal_fence',
    );
    const stored = await storedStates(session);
    const due = new Set([...stored.keys(), ...(await checkpointed(session))]);
    const { rows: moments } = await session.query<{ moment: string }>(
      'SELECT pg_export_snapshot() AS moment',
    );
    const [fence, moment] = [fences[0], moments[0]?.moment ?? ''];
    if (fence === undefined) throw new Fault('journal_corrupt', 'the journal has no fence row');
    const states = new Map<number, string>();
    const exchange = new Exchange(FIRST_RULES);
    let hashingMs = 0;
    const started = performance.now();
    const cpu = process.threadCpuUsage();
    const range = {
      after: { seq: 0, hash: GENESIS_HASH },
      head: { seq: Number(fence.head_seq), hash: fence.head_hash },
    };
    for await (const { timesMs, payloads } of readBeside({ url, moment, ...range })) {
      for (const [index, payload] of payloads.entries()) {
        const command = decodeCommand(payload);
        const { seq } = exchange;
        exchange.apply(command, timesMs[index] ?? 0);
        if (exchange.seq === seq)
          throw new Fault(
            'state_differs',
            `row ${seq + 1} of the journal is a command that changes nothing by these rules: this build would not have written it`,
          );
        if (command.kind === 'core.checkpoint') compareCheckpoint(command, states.get(command.at));
        if (!due.has(exchange.seq)) continue;
        const hashing = performance.now();
        const replayed = hashState(exchange.snapshot()).toString('hex');
        states.set(exchange.seq, replayed);
        const live = stored.get(exchange.seq);
        if (live !== undefined) compare(exchange.seq, replayed, { hash: live, name: 'snapshot' });
        hashingMs += performance.now() - hashing;
      }
    }
    const seconds = (performance.now() - started - hashingMs) / 1000;
    const { user, system } = process.threadCpuUsage(cpu);
    exchange.verify();
    say(
      `replayed ${exchange.seq} commands from the first one in ${hundredths(seconds)} s: ${Math.round(exchange.seq / seconds)} commands/s`,
    );
    say(
      `decoding and applying took ${hundredths((user + system) / 1_000_000)} s of a core; another thread read and verified`,
    );
    say(`state after command ${exchange.seq}: ${hashState(exchange.snapshot()).toString('hex')}`);
  } finally {
    await session.end();
  }
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/**
 * Hashes of the stored snapshots' states, as today's format has them; of one that is damaged, the
 * hash that was stored.
 */
async function storedStates(session: pg.Client): Promise<Map<number, string>> {
  const { rows } = await session.query<{ seq: bigint; state_hash: Buffer; body: Buffer }>(
    'SELECT seq, state_hash, body FROM journal_snapshots ORDER BY seq',
  );
  const states = new Map<number, string>();
  for (const { seq, state_hash: stored, body } of rows) {
    const state = decodeSnapshot(await decompressLines(body));
    const isWhole = hashState(state).equals(stored);
    states.set(
      Number(seq),
      (isWhole ? hashState(Exchange.restore(state).snapshot()) : stored).toString('hex'),
    );
  }
  return states;
}

/** The commands whose state a checkpoint tells of. */
async function checkpointed(session: pg.Client): Promise<number[]> {
  const { rows } = await session.query<{ at: bigint | null }>(
    `SELECT substring(payload from '"at":([0-9]{1,15})[,}]')::bigint AS at FROM journal WHERE payload LIKE '{"kind":"core.checkpoint",%'`,
  );
  return rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]));
}

function compareCheckpoint(
  { at, format, stateHash }: Checkpoint,
  replayed: string | undefined,
): void {
  if (format === SNAPSHOT_FORMAT) compare(at, replayed, { hash: stateHash, name: 'checkpoint' });
  else
    say(
      `state after command ${at}: a checkpoint of format ${format}, which this build compares no more`,
    );
}

function compare(
  seq: number,
  replayed: string | undefined,
  live: { hash: string; name: string },
): void {
  const isEqual = replayed === live.hash;
  say(
    `state after command ${seq}: replayed ${replayed ?? 'none'}, ${live.name} ${live.hash}, ${isEqual ? 'equal' : 'DIFFERENT'}`,
  );
  if (!isEqual) process.exitCode = 1;
}

/** Address of the embedded database of a running server; undefined where none runs. */
function runningDatabase(dataDir: string): string | undefined {
  const lockFile = join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid');
  if (!existsSync(lockFile)) return undefined;
  const lines = readFileSync(lockFile, 'utf8').split('\n');
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return `postgres://meridian:${password}@127.0.0.1:${lines[3] ?? ''}/postgres`;
}

async function main(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) return replay(databaseUrl);
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Fault(
      'configuration_invalid',
      `there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`,
    );
  let unlock: () => void;
  try {
    unlock = await lockDataDir(dataDir);
  } catch {
    return replay(runningDatabase(dataDir) ?? '');
  }
  const postgres = await startEmbeddedPostgres(dataDir);
  try {
    await replay(postgres.url);
  } finally {
    await postgres.stop();
    unlock();
  }
}

try {
  await main();
} catch (error) {
  // The message of a fault names the remedy; any other error is a bug, and its stack names the
  // place.
  process.stderr.write(
    `${error instanceof Fault ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
