/**
 * `npm run attack [-- --rows=1,7b] [--requests=N] [--seed=N] [--seconds=N]
 * [--demo=RATE_LIMITS=off]`: every attack on running servers, as one table, and the figures. With
 * `--demo` the demo gets a setting that weakens it, so that attacks that it held are then won.
 */
import { parseArgs } from 'node:util';
import { fuzz } from './figures/fuzz.ts';
import { saidOf, underAttack } from './figures/under-attack.ts';
import { shown } from './row.ts';
import { attempt, LAST_ROWS, ROWS, table, withHouses, wrong, type Result } from './run.ts';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    rows: text(''),
    requests: text('5000'),
    seed: text(String(Math.floor(Math.random() * 2 ** 31))),
    seconds: text('15'),
    demo: text(''),
  },
});
const wanted = new Set(values.rows.split(',').filter((id) => id !== ''));
const isWanted = ({ id }: { id: string }): boolean => wanted.size === 0 || wanted.has(id);
const [requests, seed, seconds] = [
  Number(values.requests),
  Number(values.seed),
  Number(values.seconds),
];

const weakened = Object.fromEntries(
  values.demo
    .split(',')
    .filter((setting) => setting.includes('='))
    .map((setting) => setting.split('=', 2) as [string, string]),
);

await withHouses(weakened, async (houses) => {
  const results: Result[] = [];
  const attack = async (row: (typeof ROWS)[number]): Promise<void> => {
    const result = await attempt(row, houses);
    results.push(result);
    process.stderr.write(
      `${row.id}: ${result.held ? 'held' : 'not held'} in ${result.seconds.toFixed(1)} s: ${result.seen}\n`,
    );
  };
  for (const row of ROWS.filter((each) => isWanted(each) && !LAST_ROWS.includes(each)))
    await attack(row);
  const said = seconds === 0 ? [] : saidOf(await underAttack(houses.demo, seconds));
  const chance = requests === 0 ? undefined : await fuzz(houses.demo, { requests, seed });
  for (const row of LAST_ROWS.filter(isWanted)) await attack(row);
  process.stdout.write(`${table(results)}\n\n${said.map((line) => `${line}\n`).join('')}`);
  if (chance !== undefined)
    process.stdout.write(
      `${chance.requests} requests by chance (seed ${seed}) in ${chance.seconds.toFixed(0)} s: ${JSON.stringify(chance.answers)}, longest wait of somebody else ${shown(chance.longestWaitMs)}\n`,
    );
  const problems = [
    ...wrong(results),
    ...(chance?.faults ?? []),
    ...(houses.demo.server.hasEnded ? ['the demo has ended'] : []),
    ...(houses.production.server.hasEnded ? ['the production has ended'] : []),
  ];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
});
