/**
 * `npm run judge [-- --url=http://127.0.0.1:3000 [--login=account:password ...]]`: judges the
 * database of DATABASE_URL or DATA_DIR, and with `--url` the answers of the server that runs on it.
 * Ends with status 1 on any difference.
 */
import { parseArgs } from 'node:util';
import { findDatabase } from './find-database.ts';
import { judge } from './judge.ts';

/** Accounts of a server in demo mode. */
const DEMO_LOGINS = ['demo@meridian.test:Demo1234', 'demo2@meridian.test:Demo1234'];

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    login: { type: 'string', multiple: true, default: DEMO_LOGINS },
  },
});

function person(login: string): { account: string; password: string } {
  const colon = login.indexOf(':');
  return { account: login.slice(0, colon), password: login.slice(colon + 1) };
}

const started = performance.now();
const database = await findDatabase(process.env);
try {
  const people = values.login.filter((login) => login !== '').map(person);
  const verdict = await judge({
    databaseUrl: database.url,
    ...(values.url === undefined ? {} : { server: { url: values.url, people } }),
  });
  const seconds = (performance.now() - started) / 1000;
  const summary = `${verdict.commands} commands, ${verdict.orders} orders, ${verdict.trades} trades recomputed in ${seconds.toFixed(1)} s`;
  process.stdout.write(
    `${[...verdict.lines, summary, verdict.isClean ? 'the record and what is told of it agree' : 'THE RECORD AND WHAT IS TOLD OF IT DIFFER'].join('\n')}\n`,
  );
  if (!verdict.isClean) process.exitCode = 1;
} finally {
  await database.close();
}
