import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';

export interface EarnRun {
  readonly locks: number;
  /** Ticks, one a second, until all of them were paid. */
  readonly ticks: number;
  readonly longestMs: number;
  /** Waiting times of orders in the core, of a thousand a second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly worstMs: number;
}

const P99_MS = 50;

/**
 * A midnight that pays a million locks, in the core: how long orders wait that come meanwhile.
 * Journal and network are not in it.
 */
export async function benchEarn(): Promise<Figure[]> {
  const run = await runChild<EarnRun>(
    new URL('run-earn.ts', import.meta.url),
    [],
    ['--max-semi-space-size=64', '--max-old-space-size=8192'],
  );
  const figures: Figure[] = [
    {
      name: `p99 of orders while ${grouped(run.locks)} locks are paid`,
      measured: `${run.p99Ms.toFixed(3)} ms`,
      target: `less than ${P99_MS} ms`,
      isMet: run.p99Ms < P99_MS && run.locks === 1_000_000,
    },
    {
      name: 'the median, the 999th of a thousand and the worst of them',
      measured: `${run.p50Ms.toFixed(3)}, ${run.p999Ms.toFixed(1)} and ${run.worstMs.toFixed(1)} ms`,
      target: '',
    },
    {
      name: 'the longest tick, and the time until all are paid',
      measured: `${run.longestMs.toFixed(1)} ms, ${grouped(run.ticks)} s`,
      target: '',
    },
  ];
  print('earn: a midnight, one run');
  printFigures(figures);
  return figures;
}
