import { grouped, median, print, printFigures, runChild, type Figure } from '../report.ts';

export interface MarginRun {
  readonly open: number;
  readonly waiting: number;
  /** A price command that triggers no position, in the core. */
  readonly quietUs: number;
  /** The same by a full scan. */
  readonly scanUs: number;
  readonly liquidated: number;
  readonly crashMs: number;
}

const ROUNDS = 3;
const QUIET_US = 50;
const CRASH_MS = 1_000;

/**
 * Compares margin trading with a plain scan of the same positions: a price that triggers none, and
 * one that liquidates ten thousand.
 */
export async function benchMargin(): Promise<Figure[]> {
  const runs: MarginRun[] = [];
  for (let round = 0; round < ROUNDS; round++)
    runs.push(
      await runChild<MarginRun>(
        new URL('run-margin.ts', import.meta.url),
        [],
        ['--max-semi-space-size=64'],
      ),
    );
  const middle = (of: (run: MarginRun) => number): number => median(runs.map(of));
  const [{ open, waiting, liquidated }] = runs as [MarginRun];
  const quiet = middle(({ quietUs }) => quietUs);
  const crash = middle(({ crashMs }) => crashMs);
  const figures: Figure[] = [
    {
      name: 'a scan / the core, a price that reaches nobody',
      measured: `${grouped(middle(({ scanUs }) => scanUs) / quiet)}x`,
      target: '',
    },
    {
      name: 'a price that reaches nobody',
      measured: `${quiet.toFixed(1)} us`,
      target: `at most ${QUIET_US} us`,
      isMet: quiet <= QUIET_US,
    },
    {
      name: `a crash that liquidates ${grouped(liquidated)} positions`,
      measured: `${grouped(crash)} ms`,
      target: `less than ${grouped(CRASH_MS)} ms`,
      isMet: crash < CRASH_MS && liquidated >= 10_000,
    },
  ];
  print(
    `margin: ${grouped(open)} open positions and ${grouped(waiting)} orders over ten markets, medians of ${ROUNDS} runs`,
  );
  printFigures(figures);
  return figures;
}
