import { grouped, median, print, printFigures, runChild, type Figure } from '../report.ts';

export interface SecondsRun {
  readonly running: number;
  /** A price command with no tickets, and with all of them running, in the core. */
  readonly emptyUs: number;
  readonly quietUs: number;
  /** Whether any ticket is due, by a full scan. */
  readonly scanUs: number;
  readonly settled: number;
  readonly settleMs: number;
}

const ROUNDS = 3;
const SETTLE_MS = 200;

/**
 * Compares seconds contracts with a plain scan of the same tickets: a price at which none is due,
 * and the second in which ten thousand are.
 */
export async function benchSeconds(): Promise<Figure[]> {
  const runs: SecondsRun[] = [];
  for (let round = 0; round < ROUNDS; round++)
    runs.push(
      await runChild<SecondsRun>(
        new URL('run-seconds.ts', import.meta.url),
        [],
        ['--max-semi-space-size=64'],
      ),
    );
  const middle = (of: (run: SecondsRun) => number): number => median(runs.map(of));
  const [{ running, settled }] = runs as [SecondsRun];
  const [empty, quiet, settle] = [
    middle(({ emptyUs }) => emptyUs),
    middle(({ quietUs }) => quietUs),
    middle(({ settleMs }) => settleMs),
  ];
  const figures: Figure[] = [
    {
      name: 'a scan / the core, a price at which none is due',
      measured: `${grouped(middle(({ scanUs }) => scanUs) / quiet)}x`,
      target: '',
    },
    {
      name: 'all running / none, the same price',
      measured: `${(quiet / empty).toFixed(2)}x (${quiet.toFixed(2)} us)`,
      target: 'at most 1.5x',
      isMet: quiet / empty <= 1.5,
    },
    {
      name: `a second in which ${grouped(settled)} are settled`,
      measured: `${grouped(settle)} ms`,
      target: `less than ${SETTLE_MS} ms`,
      isMet: settle < SETTLE_MS && settled === 10_000,
    },
  ];
  print(`seconds: ${grouped(running)} running tickets, medians of ${ROUNDS} runs`);
  printFigures(figures);
  return figures;
}
