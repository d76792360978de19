import { mkdtempSync, realpathSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queries } from '../../apps/server/src/database/database.ts';
import {
  openTemporaryDatabase,
  removeDataDir,
} from '../../apps/server/src/database/temporary-database.ts';
import {
  customersCount,
  customersPage,
} from '../../apps/server/src/modules/account/customer-search.ts';
import { ApiClient } from '../http/api-client.ts';
import { processorTime, usedSince } from '../processor-time.ts';
import { grouped, median, print, printFigures, type Figure } from '../report.ts';
import { SERVER, startServer } from '../server-process.ts';

const LOGINS = { perSecond: 50, readsPerSecond: 20, seconds: 30, warmupSeconds: 3, people: 60 };
const READ_P99_MS = 50;
const PASSWORD = 'Bench9876';
const USERS = 1_000_000;
const SEARCH_MS = 200;
const SEARCHES_OF_A_KIND = 20;
const OPERATOR = { account: 'admin@meridian.test', password: 'Admin1234' };
/** The office's searches, narrow and wide, for users that `seed` makes. */
const SEARCHES: readonly { readonly kind: string; readonly q?: string; readonly page?: number }[] =
  [
    { kind: 'no search, first page' },
    { kind: 'no search, page 400', page: 400 },
    { kind: 'whole e-mail address', q: 'c4ca4238.1@example1.com' },
    { kind: 'beginning of an address, few', q: 'c4ca' },
    { kind: 'beginning of an address, thousands', q: 'c4' },
    { kind: 'one letter, fifty thousand', q: 'c' },
    { kind: 'whole phone number', q: '13300314187' },
    { kind: 'beginning of a phone number, thousands', q: '139' },
    { kind: 'whole account number', q: '80000007919' },
    { kind: 'beginning of an account number, a million', q: '8' },
    { kind: 'id', q: '500000' },
    { kind: 'nobody', q: 'zzzz' },
  ];
/** Searches whose query plans are printed. */
const EXPLAINED = ['c4ca', 'c', '139'];

/** Cost of accounts: logins beside readers, and search of one customer among a million. */
export async function benchAccounts(): Promise<Figure[]> {
  return [...(await benchLogins()), ...(await benchSearch())];
}

/** Fifty logins a second, each with a real hash, while another client reads the tickers. */
async function benchLogins(): Promise<Figure[]> {
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
  const server = await startServer(SERVER, dataDir);
  try {
    const people = Array.from({ length: LOGINS.people }, (_none, index) => new Person(index));
    for (let index = 0; index < LOGINS.people; index++)
      await new ApiClient(server.port).open(nameOf(index), PASSWORD);
    const origin = `http://127.0.0.1:${server.port}`;
    const alone = await every(LOGINS.readsPerSecond, LOGINS.seconds / 3, () => read(origin));
    const before = processorTime(server.pid);
    const [logins, reads] = await Promise.all([
      every(LOGINS.perSecond, LOGINS.seconds + LOGINS.warmupSeconds, (index) =>
        (people[index % people.length] as Person).logIn(origin),
      ),
      delay(LOGINS.warmupSeconds * 1000).then(() =>
        every(LOGINS.readsPerSecond, LOGINS.seconds, () => read(origin)),
      ),
    ]);
    const used = usedSince(before, processorTime(server.pid));
    for (const person of people) person.leave();
    const seconds = LOGINS.seconds + LOGINS.warmupSeconds;
    const figures: Figure[] = [
      {
        name: 'p99 of quotation_new beside logins',
        measured: `${quantile(reads, 0.99).toFixed(1)} ms`,
        target: `at most ${READ_P99_MS} ms`,
        isMet: quantile(reads, 0.99) <= READ_P99_MS,
      },
      {
        name: 'the same without logins',
        measured: `${quantile(alone, 0.99).toFixed(1)} ms`,
        target: '',
      },
      {
        name: 'p50 and longest beside logins',
        measured: `${median(reads).toFixed(1)} and ${Math.max(...reads).toFixed(1)} ms`,
        target: '',
      },
      {
        name: 'logins',
        measured: `${(logins.length / seconds).toFixed(1)}/s`,
        target: `${LOGINS.perSecond}/s`,
        isMet: logins.length >= LOGINS.perSecond * seconds * 0.99,
      },
      {
        name: 'a login, p50 and p99',
        measured: `${median(logins).toFixed(1)} and ${quantile(logins, 0.99).toFixed(1)} ms`,
        target: '',
      },
      {
        name: 'processor of the server',
        measured:
          used === undefined
            ? 'not known on this system'
            : `${(used.ownUs / logins.length / 1000).toFixed(1)} ms a login`,
        target: '',
      },
    ];
    print(
      `accounts: ${LOGINS.perSecond} logins a second with Argon2id (19 MiB, 2 passes), ${LOGINS.readsPerSecond} reads of all tickers a second beside them`,
    );
    printFigures(figures);
    return figures;
  } finally {
    await server.stop();
    removeDataDir(dataDir);
  }
}

/**
 * Starts `act` so many times a second, however long each takes. Resolves with the milliseconds of
 * each.
 */
async function every(
  perSecond: number,
  seconds: number,
  act: (index: number) => Promise<void>,
): Promise<number[]> {
  const startedAt = performance.now();
  const under: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond;
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    // Measured from the due time: a late generator must not flatter the server.
    under.push(act(index).then(() => performance.now() - Math.max(dueAt, startedAt)));
  }
  return Promise.all(under);
}

/**
 * A person with an address of their own: the server limits attempts by address, also those under
 * way.
 */
class Person {
  readonly #options: { readonly localAddress: string; readonly agent: Agent };
  readonly #body: string;

  constructor(index: number) {
    this.#options = { localAddress: `127.0.0.${index + 2}`, agent: new Agent({ keepAlive: true }) };
    this.#body = new URLSearchParams({ user_string: nameOf(index), password: PASSWORD }).toString();
  }

  logIn(origin: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(
        `${origin}/api/user/login`,
        { method: 'POST', headers, ...this.#options },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            text.startsWith('{"type":"ok"')
              ? resolve()
              : reject(new Error(`a login answered ${text}`)),
          );
        },
      );
      sent.on('error', reject);
      sent.end(this.#body);
    });
  }

  leave(): void {
    this.#options.agent.destroy();
  }
}

function nameOf(index: number): string {
  return `login${index}@meridian.test`;
}

async function read(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/currency/quotation_new`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the tickers answered ${answer.status}`);
}

/** The office's search over the real server, on a database with a million users. */
async function benchSearch(): Promise<Figure[]> {
  const database = await openTemporaryDatabase();
  try {
    await seed(database.queries);
    const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')));
    const server = await startServer(SERVER, dataDir, { DATABASE_URL: database.url });
    try {
      const origin = `http://127.0.0.1:${server.port}/office/api`;
      const login = await fetch(`${origin}/login`, {
        method: 'POST',
        body: new URLSearchParams(OPERATOR),
      });
      const { message: authorization } = (await login.json()) as { message: string };
      const figures: Figure[] = [];
      for (const search of SEARCHES) figures.push(await timeSearch(origin, authorization, search));
      print(
        `accounts: search among ${grouped(USERS)} users, over HTTP, longest of ${SEARCHES_OF_A_KIND} (middle)`,
      );
      printFigures(figures);
      for (const q of EXPLAINED) await explain(database.queries, q);
      return figures;
    } finally {
      await server.stop();
      removeDataDir(dataDir);
    }
  } finally {
    await database.remove();
  }
}

async function timeSearch(
  origin: string,
  authorization: string,
  { kind, q, page }: (typeof SEARCHES)[number],
): Promise<Figure> {
  const query = new URLSearchParams({
    ...(q === undefined ? {} : { q }),
    ...(page === undefined ? {} : { page: String(page) }),
  });
  const times: number[] = [];
  let matches = 0;
  for (let run = 0; run < SEARCHES_OF_A_KIND; run++) {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/users?${query}`, { headers: { authorization } });
    const { type, message } = (await answer.json()) as { type: string; message: { total: number } };
    if (type !== 'ok') throw new Error(`the search answered ${JSON.stringify(message)}`);
    matches = message.total;
    times.push(performance.now() - startedAt);
  }
  const most = Math.max(...times);
  return {
    name: `${kind} (${grouped(matches)} found)`,
    measured: `${most.toFixed(1)} (${median(times).toFixed(1)}) ms`,
    target: `at most ${SEARCH_MS} ms`,
    isMet: most <= SEARCH_MS,
  };
}

/**
 * Two thirds with a mail address, one third with a phone number, half of those with a bound mail
 * address.
 */
async function seed(queries: Queries): Promise<void> {
  await sql`
    INSERT INTO users (account, kind, country_code, password_hash, extension_code, account_number, email, mobile, created_at)
    SELECT CASE WHEN is_mobile THEN mobile ELSE email END, CASE WHEN is_mobile THEN 'mobile' ELSE 'email' END, CASE WHEN is_mobile THEN '86' ELSE '' END, 'x', 'E' || n,
      '8' || lpad(((n * 7919) % 10000000000)::text, 10, '0'), CASE WHEN NOT is_mobile OR n % 2 = 0 THEN email END, CASE WHEN is_mobile THEN mobile END, now() - n * interval '1 second'
    FROM (
      SELECT n, n % 3 = 0 AS is_mobile, substr(md5(n::text), 1, 8) || '.' || n || '@example' || (n % 50) || '.com' AS email, '1' || (30 + n % 70) || lpad(((n * 104729) % 100000000)::text, 8, '0') AS mobile
      FROM generate_series(1::bigint, ${USERS}) AS n) AS made`.execute(queries);
  await sql`VACUUM ANALYZE users`.execute(queries);
}

async function explain(queries: Queries, q: string): Promise<void> {
  for (const [what, query] of [
    ['rows', customersPage(queries, { q, page: 1 })],
    ['count', customersCount(queries, { q })],
  ] as const) {
    const plan = await query.explain('text', sql`ANALYZE, COSTS OFF, BUFFERS OFF, TIMING OFF`);
    print(`${what} of "${q}"`);
    for (const line of plan as readonly Record<string, string>[]) print(`  ${line['QUERY PLAN']}`);
    print();
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
