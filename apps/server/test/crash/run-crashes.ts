/**
 * `npm run crash -- --kills=200 [--seed=N]`: kills the real server, and every tenth time its
 * database, under load. Exits with 1 if an acknowledged command is lost, or took effect twice; its
 * files are kept then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import { CrashRun } from './crash-run.ts';
import type { Audit } from './journal-audit.ts';

const DATABASE_EACH = 10;
const REPORT_EACH = 10;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readNumber(name: string, text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number from 1`);
  return value;
}

/** Prints the audit's findings and returns the exit code. */
function judge(audit: Audit, run: CrashRun, minutes: string): 0 | 1 {
  for (const line of [...audit.lost, ...audit.doubled, ...audit.projections]) say(line);
  const isSame = audit.replayedHash === audit.storedHash;
  say(
    `${run.kills} kills, ${run.acknowledged} acknowledgements, lost ${audit.lost.length}, doubled ${audit.doubled.length} in ${minutes} min`,
  );
  say(
    `${audit.commands} commands: state replayed from the first one ${audit.replayedHash}, ${isSame ? 'the same as' : `NOT ${audit.storedHash},`} the one that was stored`,
  );
  say(
    `read models: ${audit.projections.length === 0 ? 'equal to the core' : `${audit.projections.length} differences`}`,
  );
  return isSame && audit.lost.length + audit.doubled.length + audit.projections.length === 0
    ? 0
    : 1;
}

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = readNumber('kills', values.kills, 20);
const seed = readNumber('seed', values.seed, 1 + (Date.now() % 1_000_000));
const dataDir = temporaryDataDir();
const logFolder = mkdtempSync(join(tmpdir(), 'meridian-acknowledged-'));
const logFile = join(logFolder, 'acknowledged.jsonl');
const startedMs = performance.now();
say(`seed ${seed}; acknowledgements are written to ${logFile}, the server writes to ${dataDir}`);
const run = await CrashRun.start({ dataDir, seed, logFile });
try {
  for (let round = 1; run.kills < kills; round++) {
    await (round % DATABASE_EACH === 0 ? run.killDatabase() : run.killServer(round));
    if (round % REPORT_EACH === 0) say(`${run.kills} kills, ${run.acknowledged} acknowledgements`);
  }
  process.exitCode = judge(
    await run.stopAndAudit(),
    run,
    ((performance.now() - startedMs) / 60_000).toFixed(1),
  );
} catch (error) {
  await run.abandon();
  say(
    `failed after ${run.kills} kills: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  process.exitCode = 1;
}
if (process.exitCode === 0) {
  removeDataDir(dataDir);
  rmSync(logFolder, { recursive: true });
}
