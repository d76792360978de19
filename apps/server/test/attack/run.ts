/** For tests: runs the attacks and reports their results. */
import { DemoHouse, ProductionHouse } from './house/house.ts';
import type { Settings } from './house/running-server.ts';
import { OPEN } from './open.ts';
import type { Houses, Outcome, Row } from './row.ts';
import { ACCOUNT_ROWS } from './rows/accounts.ts';
import { DATA_ROWS } from './rows/data.ts';
import { MONEY_ROWS } from './rows/money.ts';
import { LAST_ROWS, OFFICE_ROWS } from './rows/office.ts';
import { PROCESS_ROWS, RESTART_ROWS } from './rows/processes.ts';
import { REQUEST_ROWS } from './rows/requests.ts';

export { LAST_ROWS };

/** Every attack, in the order of the run: those that harm a server for the others come last. */
export const ROWS: readonly Row[] = [
  ...REQUEST_ROWS,
  ...ACCOUNT_ROWS,
  ...MONEY_ROWS,
  ...OFFICE_ROWS,
  ...DATA_ROWS,
  ...PROCESS_ROWS,
  ...RESTART_ROWS,
  ...LAST_ROWS,
];

export interface Result extends Outcome {
  readonly row: Row;
  readonly seconds: number;
}

/**
 * Opens both servers, hands them over and closes them in any case.
 * @param settings of the demo, to run the attacks against a weaker one
 */
export async function withHouses<T>(
  settings: Settings,
  work: (houses: Houses) => Promise<T>,
): Promise<T> {
  const demo = await DemoHouse.open(settings);
  try {
    const production = await ProductionHouse.open();
    try {
      return await work({ demo, production });
    } finally {
      await production.close();
    }
  } finally {
    await demo.close();
  }
}

/** An attack whose code fails is not held: its effect is unknown. */
export async function attempt(row: Row, houses: Houses): Promise<Result> {
  const startedMs = performance.now();
  const outcome = await row.run(houses).catch((error: unknown) => ({
    held: false,
    seen: `it broke: ${error instanceof Error ? error.message : String(error)}`,
  }));
  return { row, ...outcome, seconds: (performance.now() - startedMs) / 1000 };
}

/** `held`, `WON`, or `open` if it is known to be won. */
export function wordOf({ row, held }: Result): 'held' | 'WON' | 'open' {
  return held ? 'held' : OPEN.has(row.id) ? 'open' : 'WON';
}

/** Errors: attacks that are won and not in the list, and attacks that are held and in the list. */
export function wrong(results: readonly Result[]): string[] {
  return results.flatMap((result) => {
    if (wordOf(result) === 'WON') return [`${result.row.id} is won: ${result.seen}`];
    return result.held && OPEN.has(result.row.id)
      ? [`${result.row.id} is held: take it off the list of open ones. ${result.seen}`]
      : [];
  });
}

/** One line for each attack. */
export function table(results: readonly Result[]): string {
  const cells = results.map((result) => [
    result.row.id,
    wordOf(result),
    result.row.against,
    result.row.tries,
    `${result.seen}${wordOf(result) === 'open' ? `; missing: ${OPEN.get(result.row.id)}` : ''}`,
    result.seconds.toFixed(1),
  ]);
  const head = ['#', 'state', 'against', 'the attacker tries to', 'seen', 's'];
  return [head, ['---', '---', '---', '---', '---', '---'], ...cells]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
