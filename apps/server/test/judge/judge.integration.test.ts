import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_RULES, NEWEST_RULES } from '@meridian/core/rules';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../src/database/temporary-database.ts';
import { encodeSnapshot } from '../../src/engine/snapshot-codec.ts';
import type { NewEntry } from '../../src/journal/journal.ts';
import { PostgresJournal, postgresPlatform } from '../../src/journal/postgres-journal.ts';
import { Projector } from '../../src/projector/projector.ts';
import { encodeCommand, decodeCommand } from '@meridian/core/command-codec';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandStream } from '@meridian/testkit/command-stream';
import { knownConversions } from '@meridian/testkit/convert-stream';
import { knownSales } from '@meridian/testkit/sale-stream';
import { makerRebates } from '@meridian/testkit/maker-rebate-scene';
import { knownVotes } from '@meridian/testkit/vote-stream';
import { knownP2p } from '@meridian/testkit/p2p-stream';
import { judge } from '@meridian/testkit/judge/judge';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = 6_000;
/** Fewer would leave a kind of planted mistake without rows: seeds differ much in their trades. */
const TRADES = 100;

let database: TemporaryDatabase;

describe(`judge (SEED=${seed})`, () => {
  beforeAll(async () => {
    database = await openTemporaryDatabase();
    await record();
  });
  afterAll(() => database.remove());

  test('finds nothing wrong with what the real exchange did', async () => {
    const verdict = await judge({ databaseUrl: database.url });
    expect(verdict.lines.filter((line) => !line.endsWith('all equal'))).toEqual([]);
    expect(verdict.isClean).toBe(true);
    expect(verdict.trades).toBeGreaterThan(TRADES);
    for (const kind of [
      'journal rows',
      'fills',
      'statement rows',
      'ended orders',
      'open orders',
      'candles',
      'balances in the snapshot',
      'keys in the snapshot',
    ]) {
      expect(verdict.lines.join('\n')).toMatch(
        new RegExp(`^${kind}.*: [1-9][0-9]* compared, all equal$`, 'm'),
      );
    }
  });

  const oneTrade = '(select trade from fills order by seq limit 1 offset 20)';
  test.each([
    [
      'a changed fee',
      `update fills set fee = fee + 1 where trade = ${oneTrade} and role = 'taker'`,
      /^ {2}trade \d+ taker of order \d+: the journal says .* fee (\d+) .*, found .* fee (\d+) /m,
    ],
    [
      'a changed rebate',
      "update fills set rebate = rebate + 1 where trade = (select max(trade) from fills where rebate > 0) and role = 'maker'",
      /^ {2}trade \d+ maker of order \d+: the journal says .* rebate (\d+) .*, found .* rebate (\d+) /m,
    ],
    [
      "an order's changed rebate",
      'update orders set rebate = rebate + 1 where id = (select min(id) from orders where rebate > 0)',
      /^ended orders: \d+ compared, 1 DIFFERENT$/m,
    ],
    [
      'a missing fill',
      `delete from fills where trade = ${oneTrade} and role = 'maker'`,
      /^ {2}trade \d+ maker of order \d+: .*, found nothing$/m,
    ],
    [
      'an invented fill',
      `insert into fills select order_id, 999999999, user_id, market, side, role, price_ticks, quantity_lots, notional, fee, seq, time_ms from fills limit 1`,
      /trade 999999999 .*: the journal says nothing/,
    ],
    [
      'a balance one off',
      'update statements set balance_after = balance_after + 1 where id = (select max(id) from statements)',
      /^statement rows: \d+ compared, 1 DIFFERENT$/m,
    ],
    [
      'an order said to be open',
      'update orders set close_reason = null, closed_seq = null, closed_ms = null where id = (select min(id) from orders where closed_seq is not null)',
      /^open orders: \d+ compared, 1 DIFFERENT$/m,
    ],
    [
      'a lost order',
      'delete from orders where id = (select min(id) from orders)',
      /^number of orders: 1 compared, 1 DIFFERENT$/m,
    ],
    [
      'a bar with too much volume',
      "update candles set volume_lots = volume_lots + 1 where source = 'trade' and period = '1day' and market = (select min(market) from fills)",
      /^candles: \d+ compared, \d+ DIFFERENT$/m,
    ],
    [
      'a snapshot that rots',
      'update journal_snapshots set body = substr(body, 1, 100) where seq = (select min(seq) from journal_snapshots)',
      /it cannot be read/,
    ],
    [
      'an edited payload',
      `update journal set payload = replace(payload, '"buy"', '"sell"') where seq = (select min(seq) from journal where payload like '%"buy"%')`,
      /journal row \d+ was changed: its hash is wrong/,
    ],
    ['a missing row', 'delete from journal where seq = 1000', /journal row 1000 is missing/],
    [
      'a journal cut short',
      `delete from journal where seq = (select max(seq) from journal)`,
      /the journal ends at \d+, but \d+ was its last row/,
    ],
  ])('finds %s', async (_name, damage, expected) => {
    const undo = await damaged(damage);
    const verdict = await judge({ databaseUrl: database.url });
    await undo();
    expect(verdict.isClean).toBe(false);
    expect(verdict.lines.join('\n')).toMatch(expected);
  });

  test('is content again once the damage is undone', async () => {
    expect((await judge({ databaseUrl: database.url })).isClean).toBe(true);
  });
});

/** Runs a hostile stream through the real core, journal, projector and snapshots. */
async function record(): Promise<void> {
  const journal = await PostgresJournal.open(postgresPlatform(database.url), (fault) =>
    expect.fail(fault.message),
  );
  const client = await connect();
  const projector = new Projector(client, () => undefined);
  const projected = projector.run();
  const exchange = new Exchange(FIRST_RULES);
  const stream = new CommandStream(seed);
  let trades = 0;
  const apply = async (
    commands: readonly { command: Parameters<Exchange['apply']>[0]; timeMs: number }[],
  ): Promise<void> => {
    const entries: NewEntry[] = [];
    const batch: Applied[] = [];
    for (const { command, timeMs } of commands) {
      const [payload, { seq }] = [encodeCommand(command), exchange];
      const applied = exchange.apply(decodeCommand(payload), timeMs);
      if (applied.seq === seq) continue;
      entries.push({ timeMs, payload });
      batch.push(applied);
      trades += applied.events.filter(({ type }) => type === 'traded').length;
    }
    await journal.append(entries);
    projector.push(batch);
  };
  // The first command of every server; its time is at or before that of the next command.
  await apply([{ command: { kind: 'core.upgrade', version: NEWEST_RULES }, timeMs: 0 }]);
  const opening = [...stream.opening()];
  await apply([...makerRebates(opening[0]?.timeMs ?? 0)]);
  await apply(opening);
  // The last commands of some seeds end all orders, or let a day pass after which no key is kept:
  // the judge needs open orders and kept keys to compare.
  const isEnough = (): boolean => {
    if (exchange.seq < COMMANDS || trades <= TRADES) return false;
    const { orders, keys } = exchange.snapshot();
    return orders.length > 0 && keys.length > 0;
  };
  while (!isEnough()) {
    const { orders, custody, margin, p2p, earn, ...rest } = exchange.snapshot();
    const open = {
      openOrders: () => orders,
      openWithdrawals: () => custody.withdrawals.map(({ id }) => id),
      openPositions: () => margin.positions,
      openTickets: () => 0,
      openPolicies: () => [],
      p2p: knownP2p(p2p),
      openEarnings: () => earn,
      openConversions: () => knownConversions(rest),
      timeMs: exchange.timeMs,
      votes: { open: () => knownVotes(rest.vote) },
      sales: { open: () => knownSales(rest.sale) },
    };
    await apply(Array.from({ length: 50 }, () => stream.next(open)));
    if (exchange.seq > COMMANDS / 2 && (await journal.snapshots()).length === 0)
      await snapshot(journal, exchange);
  }
  await snapshot(journal, exchange);
  projector.stop();
  await projected;
  await client.end();
  await journal.close();
}

async function snapshot(journal: PostgresJournal, exchange: Exchange): Promise<void> {
  await journal.saveSnapshot({
    seq: exchange.seq,
    journalHash: journal.head.hash,
    ...(await encodeSnapshot(exchange.snapshot())),
  });
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

/** Damages the database; the returned function restores it. */
async function damaged(statement: string): Promise<() => Promise<void>> {
  const table = /^(?:update|delete from|insert into) (\w+)/.exec(statement)?.[1] ?? '';
  const client = await connect();
  await client.query(`create table kept as select * from ${table}`);
  const { rowCount } = await client.query(statement);
  expect(rowCount).toBeGreaterThan(0);
  return async () => {
    await client.query(
      `truncate ${table}; insert into ${table} select * from kept; drop table kept`,
    );
    await client.end();
  };
}
