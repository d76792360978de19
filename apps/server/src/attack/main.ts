/** `npm run attack [-- --rows=1,7b] [--requests=N] [--seed=N]`: every attack on servers that run, as one table, and the figures. */
import { parseArgs } from 'node:util';
import { attempt, ROWS, table, withHouses, wrong, type Result } from './run.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '' } } });
const wanted = new Set(values.rows.split(',').filter((id) => id !== ''));
const rows = ROWS.filter(({ id }) => wanted.size === 0 || wanted.has(id));

await withHouses(async (houses) => {
  const results: Result[] = [];
  for (const row of rows) {
    const result = await attempt(row, houses);
    results.push(result);
    process.stderr.write(`${row.id}: ${result.held ? 'held' : 'not held'} in ${result.seconds.toFixed(1)} s: ${result.seen}\n`);
  }
  process.stdout.write(`${table(results)}\n`);
  const problems = wrong(results);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
});
