/**
 * `npm run races [-- --each=1000]`: races each pair of acts on deals of a real server so often, and
 * audits its journal. Exits with 1 if no order of two acts explains their answers.
 */
import { parseArgs } from 'node:util';
import { LATE_PAIRS, PAIRS } from './deal-races.ts';
import { RealMarket, type Person } from './real-market.ts';
import { auditRaces, openTimed, raceAds, racePairs, raceTimed, type Races } from './run-races.ts';

const { values } = parseArgs({ options: { each: { type: 'string', default: '1000' } } });
const each = Number(values.each);
if (!Number.isSafeInteger(each) || each < 1) throw new Error('--each must be a whole number');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report(name: string, { races, wrong, told }: Races): void {
  const losers = [...told].map(([code, count]) => `${code} ${count}`);
  say(`${name}: ${races} races, ${wrong.length} not explained; told: ${losers.join(', ')}`);
  for (const line of wrong) say(line);
}

const startedMs = performance.now();
const market = await RealMarket.open();
const crowd: Person[] = [];
try {
  const timed = await openTimed(market, each, crowd);
  const { timer, late } = await raceTimed(market, timed);
  report('people and the timer', timer);
  report(`${LATE_PAIRS.length} pairs of acts on late deals`, late);
  const pairs = await racePairs(market, each, crowd);
  report(`${PAIRS.length} pairs of acts`, pairs);
  const ads = await raceAds(market, each, crowd);
  report('takers and owners of ads', ads);
  const audit = await auditRaces(market, crowd);
  for (const line of audit) say(line);
  const wrong = audit.length + [timer, late, pairs, ads].flatMap(({ wrong: each }) => each).length;
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
  say(`${wrong === 0 ? 'all explained, sums exact' : `${wrong} WRONG`} in ${minutes} min`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await market.remove();
}
