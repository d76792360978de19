import { mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../apps/server/src/database/temporary-database.ts';
import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';
import { NPM_START, startServer } from '../server-process.ts';

const COMMANDS = 1_000_000;
const REPLAY_TARGET_SECONDS = 5;
const START_TARGET_SECONDS = 10;

interface Replay {
  readonly rows: number;
  readonly fillSeconds: number;
  readonly seconds: number;
}

/**
 * Recovery of a journal with a million commands after its snapshot, and a cold start on an empty
 * folder.
 */
export async function benchRestart(): Promise<Figure[]> {
  const replay = await runChild<Replay>(
    new URL('replay.ts', import.meta.url),
    [String(COMMANDS)],
    ['--max-semi-space-size=64'],
  );
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
  let cold: number;
  let warm: number;
  try {
    const first = await startServer(NPM_START, dataDir);
    cold = first.startSeconds;
    await first.stop();
    const second = await startServer(NPM_START, dataDir);
    warm = second.startSeconds;
    await second.stop();
  } finally {
    removeDataDir(dataDir);
  }
  const figures: Figure[] = [
    seconds(
      `replay of ${grouped(replay.rows)} commands after the snapshot, state hash equal`,
      replay.seconds,
      REPLAY_TARGET_SECONDS,
    ),
    seconds('cold npm start after installation, until /readyz', cold, START_TARGET_SECONDS),
    seconds('second start on the same data, until /readyz', warm),
    {
      name: 'writing those commands to the journal, batches of 500',
      measured: `${grouped(replay.rows / replay.fillSeconds)}/s`,
      target: '',
    },
  ];
  print('restart');
  printFigures(figures);
  return figures;
}

function seconds(name: string, value: number, most?: number): Figure {
  const verdict =
    most === undefined ? { target: '' } : { target: `at most ${most} s`, isMet: value <= most };
  return { name, measured: `${value.toFixed(2)} s`, ...verdict };
}
