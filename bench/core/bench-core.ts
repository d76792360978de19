import { grouped, median, print, printFigures, runChild, type Figure } from '../report.ts';
import type { Mix } from './workload.ts';

/**
 * Hashes of the fills of a million commands with seed 12345, known from an independent
 * implementation.
 */
const KNOWN_FILL_HASHES: Record<Mix, number> = { w1: 3_333_507_073, w2: 950_589_479 };
const SEED = 12_345;
const COMMANDS = 1_000_000;
const ROUNDS = 5;
/** Targets with w1. */
const CORE_PER_SECOND = 1_500_000;
const BOOK_PER_SECOND = 5_000_000;
const CONTESTANTS = ['book', 'exchange', 'peer'] as const;
type Contestant = (typeof CONTESTANTS)[number];

interface Run {
  readonly perSecond: number;
  readonly fillHash: number;
}

/**
 * Compares the core with npm `nodejs-order-book` on the matching workload: interleaved rounds, each
 * run in a fresh process, medians. Every run's fills are hashed and compared; a wrong hash fails
 * the benchmark.
 */
export async function benchCore(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const mix of ['w1', 'w2'] as const) {
    const speeds = await measure(mix);
    const { book, exchange, peer } = speeds;
    const isMain = mix === 'w1';
    figures.push(
      ratio(`core / nodejs-order-book, ${mix}`, exchange / peer, isMain ? 8 : undefined),
      ratio(`matching alone / nodejs-order-book, ${mix}`, book / peer, isMain ? 40 : undefined),
      speed(
        `core (ledger, holds, fees, events, assertions), ${mix}`,
        exchange,
        isMain ? CORE_PER_SECOND : undefined,
      ),
      speed(`matching alone, ${mix}`, book, isMain ? BOOK_PER_SECOND : undefined),
      speed(`nodejs-order-book, ${mix}`, peer),
    );
  }
  figures.sort((a, b) => Number(b.measured.endsWith('x')) - Number(a.measured.endsWith('x')));
  print(
    `core: ${grouped(COMMANDS)} commands, seed ${SEED}, medians of ${ROUNDS} interleaved runs, fill hashes as expected`,
  );
  printFigures(figures);
  return figures;
}

async function measure(mix: Mix): Promise<Record<Contestant, number>> {
  const runs: Record<Contestant, number[]> = { book: [], exchange: [], peer: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of CONTESTANTS) {
      const args = [name, mix, String(COMMANDS), String(SEED)];
      const run = await runChild<Run>(new URL('run-one.ts', import.meta.url), args, [
        '--max-semi-space-size=64',
      ]);
      if (run.fillHash !== KNOWN_FILL_HASHES[mix])
        throw new Error(`${mix}: fill hash ${run.fillHash}, expected ${KNOWN_FILL_HASHES[mix]}`);
      runs[name].push(run.perSecond);
    }
  }
  return { book: median(runs.book), exchange: median(runs.exchange), peer: median(runs.peer) };
}

function ratio(name: string, value: number, least?: number): Figure {
  return {
    name,
    measured: `${value.toFixed(1)}x`,
    ...targetOf(value, least, (figure) => `at least ${figure}x`),
  };
}

function speed(name: string, value: number, least?: number): Figure {
  return {
    name,
    measured: `${grouped(value)}/s`,
    ...targetOf(value, least, (figure) => `at least ${grouped(figure)}/s`),
  };
}

function targetOf(
  value: number,
  least: number | undefined,
  describe: (figure: number) => string,
): Pick<Figure, 'target' | 'isMet'> {
  return least === undefined ? { target: '' } : { target: describe(least), isMet: value >= least };
}
