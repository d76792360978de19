import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { NEWEST_RULES } from '@meridian/core/rules';
import { auditJournal } from '../crash/journal-audit.ts';
import { removeDataDir, temporaryDataDir } from '../../src/database/temporary-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '@meridian/testkit/judge/judge';
import { goldenVersions, readDatabase, readManifest, type GoldenAnswer } from './golden-set.ts';
import { ownedBy, type Row } from './owned.ts';
import type { Person } from './recorded-server.ts';
import { RecordedServer, until } from './recorded-server.ts';
import { restoreGolden, SEALED_ANEW } from './restore-database.ts';

const SET = 'whole';
/** Every migration runs on the oldest, and the newest has rows of the most products. */
const [OLDEST = '', NEWEST] = [goldenVersions()[0], goldenVersions().at(-1)];
const REBUILD = join(import.meta.dirname, '../../src/rebuild.ts');
/** From the last command of the recording to the start of the newer server. */
const AWAY_MS = 5_000;
/** The tickets that a recording or a test here leaves open have ended by then. */
const TICKETS_MS = 310_000;
/** The limit of a test of one start, as `vitest.config.ts` has it. */
const START_MS = 180_000;

/** The database that a version left, with the rules and the last row of its journal. */
function recordingOf(version: string) {
  const { rules, sets } = readManifest(version);
  const { rows: head = 0, lastMs = 0 } = sets.find(({ name }) => name === SET) ?? {};
  const { answers } = readDatabase(version, SET);
  const recorded = answers.map(({ account, path, fields, answer }): [string, Row[]] => [
    `${account} ${path} ${JSON.stringify(fields)}`,
    ownedBy({ path, answer }),
  ]);
  return { rules, head, lastMs, answers, recorded: new Map(recorded) };
}

/**
 * The server of this build, at the hour of the recording: tickets run, and nights have not passed.
 */
function start(dataDir: string, shiftMs: number): Promise<RecordedServer> {
  return RecordedServer.start(dataDir, { shiftMs });
}

async function people(server: RecordedServer): Promise<Map<string, Person>> {
  const both = [
    await server.customer('demo@meridian.test'),
    await server.customer('demo2@meridian.test'),
  ];
  return new Map(both.map((person) => [person.account, person]));
}

/** Everything that was asked when it was recorded, asked again. */
async function askAgain(
  server: RecordedServer,
  answers: readonly GoldenAnswer[],
): Promise<Map<string, Row[]>> {
  const persons = await people(server);
  const again = await Promise.all(
    answers.map(async ({ account, method, path, fields }): Promise<[string, Row[]]> => {
      const person = persons.get(account) as Person;
      const { body } =
        method === 'GET' ? await person.get(path, fields) : await person.call(path, fields);
      return [`${account} ${path} ${JSON.stringify(fields)}`, ownedBy({ path, answer: body })];
    }),
  );
  return new Map(again);
}

/** The answers of a recording, but for texts that were sealed with a key that it has not. */
function opened(
  recorded: ReadonlyMap<string, readonly Row[]>,
  again: ReadonlyMap<string, readonly Row[]>,
): Map<string, readonly Row[]> {
  return new Map(
    [...recorded].map(([asked, rows]) => [
      asked,
      rows.map((row, place) =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => [
            field,
            again.get(asked)?.[place]?.[field] === SEALED_ANEW ? SEALED_ANEW : value,
          ]),
        ),
      ),
    ]),
  );
}

/** Waits until nobody has an open ticket: one that ends between two askings changes a wallet. */
async function ticketsEnded(server: RecordedServer): Promise<void> {
  for (const person of (await people(server)).values())
    await until(`the end of the tickets of ${person.account}`, async () => {
      const open = await person.read<{ data: unknown[] }>('/api/microtrade/lists', { status: 1 });
      return open.data.length === 0 ? true : undefined;
    });
}

/** Rows of the journal after the recording. */
async function journalAfter(
  server: RecordedServer,
  head: number,
): Promise<{ kind: string; version?: number }[]> {
  const session = new pg.Client({ connectionString: server.process.databaseUrl() });
  await session.connect();
  try {
    const { rows } = await session.query<{ payload: string }>(
      'SELECT payload FROM journal WHERE seq > $1 ORDER BY seq',
      [head],
    );
    return rows.map(({ payload }) => JSON.parse(payload) as { kind: string });
  } finally {
    await session.end();
  }
}

function rebuild(dataDir: string): string {
  return execFileSync(process.execPath, [REBUILD], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, MODE: 'demo' },
    encoding: 'utf8',
  });
}

describe.each(goldenVersions())('on the data of version %s', (version) => {
  const { rules, head, lastMs, answers, recorded } = recordingOf(version);
  let dataDir: string;
  let shiftMs: number;
  let server: RecordedServer;

  beforeAll(async () => {
    dataDir = temporaryDataDir();
    await restoreGolden(dataDir, version, SET);
    shiftMs = lastMs + AWAY_MS - Date.now();
    server = await start(dataDir, shiftMs);
  });
  afterAll(async () => {
    await server.process.kill();
    removeDataDir(dataDir);
  });

  test('everybody has what they had', async () => {
    const again = await askAgain(server, answers);
    expect(again).toEqual(opened(recorded, again));
  });

  test('the journal names the rules of this build before anything else', async () => {
    const upgrade = { kind: 'core.upgrade', version: NEWEST_RULES };
    const rows = await journalAfter(server, head);
    expect(rows.filter(({ kind }) => kind === 'core.upgrade')).toEqual(
      rules < NEWEST_RULES ? [upgrade] : [],
    );
    if (rules < NEWEST_RULES) expect(rows[0]).toEqual(upgrade);
  });

  test('a request that was answered before the upgrade is answered alike, and done once', async () => {
    const one = (await people(server)).get('demo@meridian.test') as Person;
    const ended = () => one.must<{ list: { id: number }[] }>('/api/transaction_complete');
    const { list } = await ended();
    // The order that the recording placed under this key.
    const again = await one.must<{ id: number }>(
      '/api/transaction/in',
      { legal_id: 3, currency_id: 1, num: '0.05', mode: 1 },
      'whole-1',
    );
    expect(again.id).toBe(list[0]?.id);
    expect((await ended()).list).toEqual(list);
    await one.refused(
      '/api/transaction/in',
      { legal_id: 3, currency_id: 1, num: '0.06', mode: 1 },
      'idempotency_key_reused',
      'whole-1',
    );
  });

  test('what was open can be ended, and trading goes on', async () => {
    const persons = await people(server);
    const [one, other] = [
      persons.get('demo@meridian.test') as Person,
      persons.get('demo2@meridian.test') as Person,
    ];
    const { list: orders } = await one.must<{ list: { id: number }[] }>('/api/transaction_open');
    for (const { id } of orders) await one.must('/api/transaction_del', { id });
    const { message: open } = await other.must<{ message: { data: { id: number }[] } }>(
      '/api/lever/my_trade',
      { status: 1 },
    );
    for (const { id } of open.data) await other.must('/api/lever/close', { id });
    await until('a closed position', async () =>
      (await other.must<{ message: { total: number } }>('/api/lever/my_trade', { status: 1 }))
        .message.total === 0
        ? true
        : undefined,
    );
    const { list: withdrawals } = await one.must<{ list: { id: number }[] }>(
      '/api/wallet/withdrawals',
    );
    for (const { id } of withdrawals) await one.must('/api/wallet/cancel', { id });
    await one.must('/api/transaction/in', { legal_id: 3, currency_id: 1, num: '0.03', mode: 1 });
    await other.must('/api/lever/submit', {
      legal_id: 3,
      currency_id: 1,
      multiple: 10,
      share: 5,
      type: 1,
      status: 1,
    });
    await one.must('/api/microtrade/submit', {
      match_id: 1,
      currency_id: 3,
      type: 1,
      seconds: 300,
      number: '20',
    });
    await one.must('/api/wallet/change', {
      number: '5',
      currency_id: 3,
      from_field: 'change',
      to_field: 'legal',
    });
  });

  test('the judge finds nothing wrong: not before the upgrade, not after it', async () => {
    const { isClean, lines } = await judge({ databaseUrl: server.process.databaseUrl() });
    expect(lines.filter((line) => !line.endsWith('all equal'))).toEqual([]);
    expect(isClean).toBe(true);
  });

  // It takes as long as all others: the versions between these two are left out.
  if (version === OLDEST || version === NEWEST)
    test(
      'a second start changes nothing, nor does one without read models',
      { timeout: 3 * START_MS },
      async () => {
        await server.stop();
        const { replayedHash, storedHash, projections } = await auditJournal(dataDir, [], []);
        expect(replayedHash).toBe(storedHash);
        expect(projections).toEqual([]);
        server = await start(dataDir, shiftMs + TICKETS_MS);
        await ticketsEnded(server);
        const before = await askAgain(server, answers);
        expect(
          (await journalAfter(server, head)).filter(({ kind }) => kind === 'core.upgrade'),
        ).toHaveLength(rules < NEWEST_RULES ? 1 : 0);
        await server.stop();
        expect(rebuild(dataDir)).toContain('The journal is whole');
        server = await start(dataDir, shiftMs + TICKETS_MS);
        await ticketsEnded(server);
        expect(await askAgain(server, answers)).toEqual(before);
      },
    );
});

test(
  'read models that are emptied before the first start of this build come back as they were',
  { timeout: 2 * START_MS },
  async () => {
    const { head, lastMs, answers, recorded } = recordingOf(OLDEST);
    const dataDir = temporaryDataDir();
    await restoreGolden(dataDir, OLDEST, SET);
    expect(rebuild(dataDir)).toContain(`The journal is whole: ${head} rows.`);
    const server = await start(dataDir, lastMs + AWAY_MS - Date.now());
    try {
      expect(await askAgain(server, answers)).toEqual(recorded);
    } finally {
      await server.process.kill();
      removeDataDir(dataDir);
    }
  },
);
