import { grouped, print, printFigures, runChild, type Figure } from '../report.ts';

export interface SaleRun {
  readonly entries: number;
  /** The command that decides all numbers, and pays out the first of them. */
  readonly decidingMs: number;
  /** Ticks, one a second, until all entries were paid out. */
  readonly ticks: number;
  /** Of those after the first. */
  readonly longestMs: number;
  /** Waiting times of orders in the core, of a thousand a second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

const DECIDING_MS = 2_000;
const LONGEST_MS = 50;

/**
 * The end of a token sale with 100,000 commitments, in the core: the time of the command that
 * decides the allotments, and the times of those that pay them out. Journal and network are not in
 * it.
 */
export async function benchSales(): Promise<Figure[]> {
  const run = await runChild<SaleRun>(
    new URL('run-sales.ts', import.meta.url),
    [],
    ['--max-semi-space-size=64', '--max-old-space-size=8192'],
  );
  const figures: Figure[] = [
    {
      name: `the command that allots ${grouped(run.entries)} commitments`,
      measured: `${run.decidingMs.toFixed(0)} ms`,
      target: `less than ${grouped(DECIDING_MS)} ms`,
      isMet: run.decidingMs < DECIDING_MS,
    },
    {
      name: 'the longest tick that pays out',
      measured: `${run.longestMs.toFixed(1)} ms`,
      target: `less than ${LONGEST_MS} ms`,
      isMet: run.longestMs < LONGEST_MS,
    },
    {
      name: 'until all of them are paid out, by ticks of a second',
      measured: `${grouped(run.ticks)} s`,
      target: '',
    },
    {
      name: 'the median, the 99th of a hundred and the worst of orders meanwhile',
      measured: `${run.p50Ms.toFixed(3)}, ${run.p99Ms.toFixed(1)} and ${run.worstMs.toFixed(0)} ms`,
      target: '',
    },
  ];
  print('sales: the end of one, one run');
  printFigures(figures);
  return figures;
}
