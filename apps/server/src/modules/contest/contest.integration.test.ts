/**
 * Seasons of the contest over HTTP, with the real core: one entry, one balance, one ranking, and
 * each step once, also after a stop in between.
 */
import type { CallInput } from '@meridian/contract/schema/call';
import {
  contestInfo,
  contestJoin,
  contestList,
  contestRanking,
} from '@meridian/contract/contest/calls';
import { marginDeal, marginPositions, marginSubmit } from '@meridian/contract/margin/calls';
import { walletChange, walletList } from '@meridian/contract/wallet/calls';
import type { Command } from '@meridian/core/commands';
import { SYSTEM, WALLETS } from '@meridian/core/ledger/accounts';
import type { PriceTicks } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLiveView } from '../live-view.ts';
import { PLAY_ID } from '../market/play-money.ts';
import { accountEvents } from '../margin/translate.ts';
import { ALICE, BOB, TestExchange, type WireRefusal } from '../../../test/test-exchange.ts';
import { Contest } from './contest.ts';

const COIN = 10n ** 8n;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PLAY_PAIR = { legal_id: PLAY_ID, currency_id: 1 } as const;
const LONG = { ...PLAY_PAIR, multiple: 10, share: '100', type: 1, status: 1 } as const;

let exchange: TestExchange;
let carol: number;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  carol = exchange.users[2] ?? 0;
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await sql`truncate contest_days, contest_entries, contest_seasons restart identity cascade`.execute(
    exchange.queries,
  );
  await exchange.reset();
});

const now = (): number => exchange.engine.timeMs;

/** A season of one day from now on. */
async function begin({
  startMs,
  endMs,
}: { startMs?: number; endMs?: number } = {}): Promise<number> {
  const from = startMs ?? now();
  const prizes = [
    { from: 1, to: 1, amount: String(500n * COIN) },
    { from: 2, to: 3, amount: String(100n * COIN) },
  ];
  const id = await exchange.contest.create({
    name: 'Test season',
    startMs: from,
    endMs: endMs ?? from + DAY_MS,
    startBalance: 10_000n * COIN,
    prizes,
  });
  await exchange.contest.rounds.runOnce();
  await index(60_000);
  return Number(id);
}

/** Index prices of three venues, by default so much later that the marks are there too. */
async function index(price: number, afterMs = 5_000): Promise<void> {
  exchange.engine.advance(afterMs);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [1, 1001]
      .filter((market) => exchange.live.market(market) !== undefined)
      .map((market) => [market, (price * 100) as PriceTicks]),
  });
}

/** A position at the market, filled by the next index, which is the same. */
async function enter(input: CallInput<typeof marginSubmit>, user: number): Promise<{ id: number }> {
  const { id } = await exchange.call(marginSubmit, input, { user });
  await index(60_000);
  return { id };
}

async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return (error as WireRefusal).answer['code'];
  }
  throw new Error('it was not refused');
}

async function join(id: number, ...users: number[]): Promise<void> {
  for (const user of users) await exchange.call(contestJoin, { id }, { user });
}

/** The equities of a season, best first. */
async function standings(
  id: number,
): Promise<[rank: number, name: string, equity: string, rate: string, prize: string][]> {
  exchange.contest.rankings.forget(BigInt(id));
  return (await exchange.call(contestRanking, { id })).list.map(
    ({ rank, name, equity, return_rate, prize }) => [rank, name, equity, return_rate, prize],
  );
}

/** All play money of customers, by user and wallet. */
function playMoney(): string[] {
  return [ALICE, BOB, carol].flatMap((user) =>
    WALLETS.flatMap((wallet) => {
      const { available, held } = exchange.live.balance(user, wallet, PLAY_ID);
      return available + held === 0n ? [] : [`${user} ${wallet} ${available} ${held}`];
    }),
  );
}

async function endSeason(): Promise<void> {
  exchange.engine.advance(DAY_MS);
  await index(61_000);
  await exchange.contest.rounds.runOnce();
  // The next prices close the positions that it asked to close.
  await index(61_000);
  await exchange.contest.rounds.runOnce();
}

describe('a season', () => {
  test('gives each who joins the same balance once, and the real prices', async () => {
    expect(await exchange.call(contestInfo, {})).toMatchObject({
      season: null,
      me: null,
      play_legal_id: 0,
      price_legal_id: 3,
      markets: [],
    });
    const id = await begin();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => exchange.call(contestJoin, { id }, { user: ALICE })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(exchange.live.balance(ALICE, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
    expect(await refusalOf(exchange.call(contestJoin, { id }, { user: ALICE }))).toBe(
      'contest_joined_already',
    );
    for (const _again of [1, 2])
      expect(
        await exchange.call(contestJoin, { id }, { user: BOB, key: 'once', language: 'es' }),
      ).toContain('Ya participa');
    expect(exchange.live.balance(BOB, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
    expect(await refusalOf(exchange.call(contestJoin, { id: 99 }, { user: BOB }))).toBe(
      'contest_not_found',
    );

    const { season, me, markets } = await exchange.call(contestInfo, {}, { user: ALICE });
    expect(season).toMatchObject({
      id,
      state: 'running',
      start_balance: '10000',
      participants: 2,
      prizes: [
        { from_rank: 1, to_rank: 1, amount: '500' },
        { from_rank: 2, to_rank: 3, amount: '100' },
      ],
    });
    expect(me).toMatchObject({
      rank: 1,
      equity: '10000',
      return_rate: '0.00',
      prize: '500',
      prize_state: 'none',
      days: [],
    });
    expect(markets.map(({ symbol }) => symbol)).toEqual([
      'BTC/PLAY',
      'ETH/PLAY',
      'XRP/PLAY',
      'LTC/PLAY',
      'DOGE/PLAY',
    ]);
    expect((await exchange.call(contestList, {})).map(({ id: of }) => of)).toEqual([id]);
    expect(await exchange.call(marginDeal, PLAY_PAIR, { user: ALICE })).toMatchObject({
      is_open: 1,
      user_lever: '10000',
      last_price: '60000',
    });
  });

  test('ranks by equity at the index, who joined first before equals, accounts masked', async () => {
    const id = await begin();
    await join(id, carol, ALICE, BOB);
    await enter(LONG, ALICE);
    await exchange.call(marginSubmit, { ...LONG, status: 0, target_price: '50000' }, { user: BOB });
    await index(61_000);
    // 100 lots of 0.001 BTC at 60,012: 98.8 less a fee of 3.0006. An order's hold is no loss.
    expect(await standings(id)).toEqual([
      [1, '10***@test', '10095.7994', '0.95', '500'],
      [2, '10***@test', '10000', '0.00', '100'],
      [3, '10***@test', '10000', '0.00', '100'],
    ]);
    await index(59_000);
    expect((await standings(id)).map(([, , equity, rate, prize]) => [equity, rate, prize])).toEqual(
      [
        ['10000', '0.00', '500'],
        ['10000', '0.00', '100'],
        ['9895.7994', '-1.05', '100'],
      ],
    );
    const { list } = await exchange.call(contestRanking, { id }, { user: ALICE });
    expect(list.map(({ is_me }) => is_me)).toEqual([0, 0, 1]);
  });

  test('is at most three seconds old', async () => {
    const id = await begin();
    await join(id, ALICE);
    await enter(LONG, ALICE);
    const equity = async () => (await exchange.call(contestRanking, { id })).list[0]?.equity;
    const first = await equity();
    await index(61_000, 0);
    expect(await equity()).toBe(first);
    exchange.engine.advance(3_000);
    expect(await equity()).not.toBe(first);
  });

  test('can be traded only by who is in it, and only while it runs', async () => {
    const id = await begin({ startMs: now() + HOUR_MS });
    await join(id, ALICE);
    expect(await exchange.call(contestInfo, {}, { user: ALICE })).toMatchObject({
      season: { state: 'upcoming' },
      me: { rank: 0, equity: '10000' },
    });
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { user: ALICE }))).toBe(
      'market_closed',
    );
    exchange.engine.advance(HOUR_MS);
    await exchange.contest.rounds.runOnce();
    await index(60_000);
    await enter(LONG, ALICE);
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { user: BOB }))).toBe(
      'balance_insufficient',
    );
    await endSeason();
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { user: ALICE }))).toBe(
      'market_closed',
    );
    expect(await refusalOf(exchange.call(contestJoin, { id }, { user: BOB }))).toBe(
      'contest_not_open',
    );
  });

  test('notes how everybody stands at midnight in Shanghai, once', async () => {
    const id = await begin({ endMs: now() + 3 * DAY_MS });
    await join(id, ALICE, BOB);
    for (let day = 0; day < 2; day++) {
      exchange.engine.advance(DAY_MS);
      await index(60_000);
      await exchange.contest.rounds.runOnce();
      await exchange.contest.rounds.runOnce();
    }
    const { me } = await exchange.call(contestInfo, {}, { user: BOB });
    expect(me?.days).toEqual([
      { day: '2026-01-06', equity: '10000', rank: 2 },
      { day: '2026-01-07', equity: '10000', rank: 2 },
    ]);
  });

  test('ends with everything closed at the index, the ranking final, and all play money back with the house', async () => {
    const id = await begin();
    await join(id, ALICE, BOB, carol);
    await enter(LONG, ALICE);
    await exchange.call(marginSubmit, { ...LONG, status: 0, target_price: '50000' }, { user: BOB });
    await enter({ ...LONG, type: 2 }, carol);
    await endSeason();
    // The short: 100 lots at 59,988, closed at 61,000. One night of each.
    const final = await standings(id);
    expect(final.map(([rank, , equity]) => [rank, equity])).toEqual([
      [1, '10093.99904'],
      [2, '10000'],
      [3, '9894.00096'],
    ]);
    expect(playMoney()).toEqual([]);
    expect(exchange.live.margin.positions(ALICE)).toEqual([]);
    expect((await exchange.call(contestInfo, {}, { user: ALICE })).me).toMatchObject({
      rank: 1,
      prize: '500',
      prize_state: 'needs_identity',
    });
    await index(90_000);
    expect(await standings(id)).toEqual(final);
    const sum = exchange.engine.exchange
      .snapshot()
      .accounts.filter(({ currency }) => currency === PLAY_ID)
      .reduce((total, { available, held }) => total + BigInt(available) + BigInt(held), 0n);
    expect(sum).toBe(0n);
    // The next season starts equal.
    const next = await begin();
    await join(next, ALICE);
    expect(exchange.live.balance(ALICE, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
  });

  test('waits for the index where it is stale', async () => {
    const id = await begin();
    await join(id, ALICE);
    await enter(LONG, ALICE);
    exchange.engine.advance(DAY_MS);
    await exchange.contest.rounds.runOnce();
    expect((await exchange.call(contestInfo, {})).season?.state).toBe('closing');
    expect(exchange.live.margin.positions(ALICE)).toHaveLength(1);
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { user: ALICE }))).toBe(
      'market_closed',
    );
    for (const _price of ['that is fresh', 'that closes']) {
      await index(60_000);
      await exchange.contest.rounds.runOnce();
    }
    expect((await exchange.call(contestInfo, { id })).season?.state).toBe('ended');
  });

  test('is not held up by a user whose withdrawals stand still; what stays there cannot be traded with', async () => {
    const id = await begin();
    await join(id, ALICE, BOB);
    await exchange.engine.submit({ kind: 'custody.pause', currency: 0, isPaused: true });
    await endSeason();
    expect((await exchange.call(contestInfo, { id })).season?.state).toBe('ended');
    expect(playMoney()).toEqual([ALICE, BOB].map((user) => `${user} spot ${10_000n * COIN} 0`));
    const next = await begin();
    await join(next, ALICE);
    expect(exchange.live.balance(ALICE, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
    await exchange.engine.submit({ kind: 'custody.pause', currency: 0, isPaused: false });
    await exchange.contest.rounds.runOnce();
    expect(playMoney()).toHaveLength(3);
    exchange.engine.advance(60_000);
    await exchange.contest.rounds.runOnce();
    expect(playMoney()).toEqual([`${ALICE} margin ${10_000n * COIN} 0`]);
  });

  test('refuses another within its dates', async () => {
    await begin();
    await expect(begin({ startMs: now() + HOUR_MS })).rejects.toMatchObject({
      code: 'contest_overlaps',
    });
    await begin({ startMs: now() + DAY_MS });
    expect(await exchange.call(contestList, {})).toHaveLength(2);
  });
});

/** A contest whose engine or database stops answering after a number of commands. */
class Stopped extends Error {}

describe('a stop between any two steps', () => {
  function contestThatStops(after: number): Contest {
    let left = after;
    const submit = (command: Command) => {
      if (left-- <= 0) throw new Stopped();
      return exchange.engine.submit(command);
    };
    return new Contest({
      queries: exchange.queries,
      engine: { submit },
      live: exchange.live,
      warn: () => undefined,
      nowMs: now,
    });
  }

  test('changes nothing about the end', { timeout: 60_000 }, async () => {
    const outcomes = new Set<string>();
    let steps = 0;
    for (let after = 0; after <= steps + 1; after++) {
      await sql`truncate contest_days, contest_entries, contest_seasons restart identity cascade`.execute(
        exchange.queries,
      );
      await exchange.reset();
      const id = await begin();
      await join(id, ALICE, BOB);
      await enter(LONG, ALICE);
      await exchange.call(
        marginSubmit,
        { ...LONG, status: 0, target_price: '50000' },
        { user: ALICE },
      );
      exchange.engine.advance(DAY_MS);
      await index(61_000);
      const before = exchange.engine.exchange.seq;
      for (const contest of [contestThatStops(after), contestThatStops(Infinity)]) {
        await contest.rounds.runOnce();
        await index(61_000);
        await contest.rounds.runOnce();
      }
      if (after === 0) steps = exchange.engine.exchange.seq - before;
      // A hold that was requested and not paid is requested again under its key.
      expect(exchange.engine.exchange.seq - before, `after ${after} commands`).toBeLessThanOrEqual(
        steps + 1,
      );
      outcomes.add(
        JSON.stringify([
          (await standings(id)).map(([rank, , equity]) => [rank, equity]),
          playMoney(),
          (await exchange.call(contestInfo, { id })).season?.state,
          exchange.live.balance(SYSTEM.demoMaker, 'spot', PLAY_ID).available.toString(),
        ]),
      );
    }
    expect(steps).toBeGreaterThan(10);
    expect([...outcomes]).toHaveLength(1);
  });

  test('gives who was joining the balance once, also when the core no longer knows the key', async () => {
    const id = await begin({ endMs: now() + 10 * DAY_MS });
    await join(id, ALICE, BOB);
    const entries = exchange.queries.updateTable('contest_entries');
    await entries.set({ state: 'joining' }).execute();
    await exchange.contest.rounds.runOnce();
    expect(playMoney()).toHaveLength(2);
    await entries.set({ state: 'joining' }).execute();
    exchange.engine.advance(2 * DAY_MS);
    await index(60_000);
    await exchange.contest.rounds.runOnce();
    expect(exchange.live.balance(ALICE, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
    const { rows } = await sql<{ state: string }>`select state from contest_entries`.execute(
      exchange.queries,
    );
    expect(rows.map(({ state }) => state)).toEqual(['playing', 'playing']);
  });

  test('gives it to who was noted and not paid', async () => {
    const id = await begin();
    exchange.submit = () => Promise.reject(new Stopped());
    await expect(exchange.call(contestJoin, { id }, { user: ALICE })).rejects.toThrow();
    expect(playMoney()).toEqual([]);
    exchange.submit = (command) => exchange.engine.submit(command);
    await exchange.contest.rounds.runOnce();
    expect(exchange.live.balance(ALICE, 'margin', PLAY_ID).available).toBe(10_000n * COIN);
  });
});

describe('play money', () => {
  test('is seen nowhere but in the contest and its contracts', async () => {
    const id = await begin();
    await join(id, ALICE);
    const { id: position } = await enter(LONG, ALICE);
    expect(position).toBeGreaterThan(0);
    const seen: string[] = [];
    for (const call of exchange.calls.filter(
      ({ method, access }) => method === 'GET' && access !== 'operator',
    )) {
      for (const query of [
        '',
        `?id=${PLAY_ID}`,
        `?currency=${PLAY_ID}`,
        `?legal_id=${PLAY_ID}&currency_id=1`,
        `?symbol=BTC/PLAY`,
        '?match_id=1001&from_ms=0&to_ms=9999999999999',
      ]) {
        const answer = await (
          await fetch(`${exchange.address}${call.path}${query}`, {
            headers: exchange.headers({ user: ALICE }),
          })
        ).text();
        if (answer.includes('PLAY')) seen.push(call.path);
      }
    }
    expect([...new Set(seen)]).toEqual(['/api/contest/info']);
    expect(
      (await exchange.call(marginPositions, { status: 1 }, { user: ALICE })).message.total,
    ).toBe(0);
    expect(
      (await exchange.call(marginPositions, { status: 1, legal_id: PLAY_ID }, { user: ALICE }))
        .message.data,
    ).toMatchObject([{ id: position, symbol: 'BTC/PLAY' }]);
    expect(JSON.stringify(await exchange.call(walletList, {}, { user: ALICE }))).not.toContain(
      'PLAY',
    );
    expect(accountEvents(exchange.live, ALICE).map(({ legal_id }) => legal_id)).toEqual([
      3,
      PLAY_ID,
    ]);
    expect(accountEvents(exchange.live, BOB).map(({ legal_id }) => legal_id)).toEqual([3]);
  });

  test('cannot be moved: it is an unknown currency', async () => {
    const id = await begin();
    await join(id, ALICE);
    expect(
      await refusalOf(
        exchange.call(
          walletChange,
          { number: '1', currency_id: PLAY_ID, from_field: 'lever', to_field: 'change' },
          { user: ALICE },
        ),
      ),
    ).toBe('currency_unknown');
  });

  test('is listed when the first season is made, and not before', async () => {
    expect(exchange.live.currency(PLAY_ID)).toBeUndefined();
    await begin();
    expect(exchange.live.currency(PLAY_ID)).toMatchObject({ code: 'PLAY', scale: 8 });
    expect(exchange.live.playMarkets()).toHaveLength(5);
    expect(
      exchange.live.currencies().some(({ id }) => id === PLAY_ID) ||
        exchange.live.markets().some(({ quote }) => quote === PLAY_ID),
    ).toBe(false);
    const restored = openLiveView();
    restored.load(exchange.engine.exchange.snapshot());
    expect(restored.playMarkets()).toEqual(exchange.live.playMarkets());
  });
});
