import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';

export interface RebateRun {
  readonly payers: number;
  /** Shares that inviters got. */
  readonly lines: number;
  /** Ticks, one a second, until all of them were shared. */
  readonly ticks: number;
  readonly longestMs: number;
  /** Waiting times of orders in the core, of a thousand a second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly worstMs: number;
}

const P99_MS = 50;
const MOST_SECONDS = 30;

/**
 * A morning that shares the fees of a million trades over three levels, in the core: how long that
 * takes, and how long orders wait that come meanwhile. Journal and network are not in it.
 */
export async function benchRebates(): Promise<Figure[]> {
  const run = await runChild<RebateRun>(
    new URL('run-rebates.ts', import.meta.url),
    [],
    ['--max-semi-space-size=64', '--max-old-space-size=8192'],
  );
  const figures: Figure[] = [
    {
      name: `p99 of orders while the fees of ${grouped(run.payers)} payers are shared`,
      measured: `${run.p99Ms.toFixed(3)} ms`,
      target: `less than ${P99_MS} ms`,
      isMet: run.p99Ms < P99_MS && run.lines === 3 * run.payers,
    },
    {
      name: 'until all of them are shared, by ticks of a second',
      measured: `${grouped(run.ticks)} s`,
      target: `less than ${MOST_SECONDS} s`,
      isMet: run.ticks < MOST_SECONDS,
    },
    {
      name: 'the median, the 999th of a thousand and the worst of them',
      measured: `${run.p50Ms.toFixed(3)}, ${run.p999Ms.toFixed(1)} and ${run.worstMs.toFixed(1)} ms`,
      target: '',
    },
    {
      name: 'the longest tick',
      measured: `${run.longestMs.toFixed(1)} ms`,
      target: '',
    },
  ];
  print('rebates: a morning, one run');
  printFigures(figures);
  return figures;
}
