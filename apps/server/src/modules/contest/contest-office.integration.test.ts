/**
 * Contests for operators: announced, changed before they begin, and prizes paid once to
 * participants with an approved identity.
 */
import type { CallInput } from '@meridian/contract/schema/call';
import { contestInfo, contestJoin } from '@meridian/contract/contest/calls';
import { marginSubmit } from '@meridian/contract/margin/calls';
import { dashboard, officeAudit } from '@meridian/contract/office/calls';
import {
  officeCurrencySave,
  officeMarketAdd,
  officeMarketSave,
} from '@meridian/contract/market/office';
import {
  officeContestPay,
  officeContestRanking,
  officeContests,
  officeContestSave,
} from '@meridian/contract/contest/office';
import {
  officeMarginExposure,
  officeMarginPositions,
  officeMarginTerms,
  officeMarginTermsSave,
} from '@meridian/contract/margin/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PLAY_ID } from '../market/play-money.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const HOUR_MS = 3_600_000;
const COIN = 10n ** 8n;
const PRIZES = '1-1:500,2-2:300,3-10:20.5';

let exchange: TestExchange;
let carol: number;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  carol = exchange.users[2] ?? 0;
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await sql`truncate contest_days, contest_entries, contest_seasons restart identity cascade`.execute(
    exchange.queries,
  );
  await exchange.queries.updateTable('users').set({ review_status: 'none' }).execute();
  await exchange.reset();
});

function words(
  changes: Partial<CallInput<typeof officeContestSave>> = {},
): CallInput<typeof officeContestSave> {
  const startMs = exchange.engine.timeMs + HOUR_MS;
  return {
    name: 'Autumn',
    start_ms: startMs,
    end_ms: startMs + 24 * HOUR_MS,
    start_balance: '10000',
    prizes: PRIZES,
    ...changes,
  };
}

async function index(price: number): Promise<void> {
  exchange.engine.advance(5_000);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [
      [1, (price * 100) as PriceTicks],
      [1001, (price * 100) as PriceTicks],
    ],
  });
}

/** A finished season: Alice before Bob before Carol. */
async function ended(): Promise<number> {
  const { id } = await office.as('owner', officeContestSave, words());
  for (const user of [ALICE, BOB, carol]) await exchange.call(contestJoin, { id }, { user });
  exchange.engine.advance(HOUR_MS);
  await exchange.contest.rounds.runOnce();
  await index(60_000);
  for (const [user, share] of [
    [ALICE, '100'],
    [BOB, '50'],
  ] as const)
    await exchange.call(
      marginSubmit,
      { legal_id: PLAY_ID, currency_id: 1, multiple: 10, share, type: 1, status: 1 },
      { user },
    );
  await index(60_000);
  exchange.engine.advance(24 * HOUR_MS);
  await index(66_000);
  await exchange.contest.rounds.runOnce();
  await index(66_000);
  await exchange.contest.rounds.runOnce();
  expect((await exchange.call(contestInfo, { id })).season?.state).toBe('ended');
  return id;
}

async function approve(...users: number[]): Promise<void> {
  await exchange.queries
    .updateTable('users')
    .set({ review_status: 'approved' })
    .where('id', 'in', users.map(BigInt))
    .execute();
}

async function fundHouse(coins: bigint): Promise<void> {
  await exchange.engine.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'spot',
    currency: 3,
    amount: (coins * COIN) as Amount,
    reference: 'test',
  });
}

const wonBy = (user: number): bigint =>
  exchange.live.balance(user, 'spot', 3).available / COIN - 100_000n;

test('a season is announced, changed until it begins, and the log says what was before and after', async () => {
  const { id } = await office.as('owner', officeContestSave, words());
  const later = words({ id, name: 'Winter', start_balance: '5000', prizes: '' });
  await office.as('owner', officeContestSave, later);
  const [season] = (await office.as('auditor', officeContests, {})).list;
  expect(season).toMatchObject({
    id,
    name: 'Winter',
    state: 'upcoming',
    start_ms: later.start_ms,
    start_balance: '5000',
    prizes: '',
    participants: 0,
  });
  const [changed, created] = (await office.as('owner', officeAudit, {})).list.filter(({ action }) =>
    action.startsWith('contest.'),
  );
  expect([created?.action, changed?.action]).toEqual(['contest.create', 'contest.change']);
  expect([JSON.parse(changed?.before ?? ''), JSON.parse(changed?.after ?? '')]).toMatchObject([
    { name: 'Autumn', prizes: PRIZES },
    { name: 'Winter', prizes: '' },
  ]);
  exchange.engine.advance(HOUR_MS);
  await exchange.contest.rounds.runOnce();
  expect(
    await office.refused(
      'owner',
      officeContestSave,
      words({ id, start_ms: later.start_ms + 48 * HOUR_MS, end_ms: later.start_ms + 72 * HOUR_MS }),
    ),
  ).toBe('contest_not_upcoming');
});

test.each([
  [{ start_ms: 1 }, 'contest_dates_invalid'],
  [{ end_ms: 1 }, 'contest_dates_invalid'],
  [{ name: ' ' }, 'field_missing'],
  [{ start_balance: '99' }, 'number_not_between'],
  [{ start_balance: '1000001' }, 'number_not_between'],
  [{ start_balance: '-1' }, 'number_not_positive'],
  [{ prizes: '2-3:10' }, 'contest_prizes_invalid'],
  [{ prizes: '1-3:10,3-4:5' }, 'contest_prizes_invalid'],
  [{ prizes: '1-3:10,5-6:5' }, 'contest_prizes_invalid'],
  [{ prizes: '3-1:10' }, 'contest_prizes_invalid'],
  [{ prizes: '1-1001:10' }, 'contest_prizes_invalid'],
  [{ prizes: '1-1:ten' }, 'contest_prizes_invalid'],
  [{ prizes: '1-1:0' }, 'number_not_positive'],
  [{ id: 99 }, 'contest_not_found'],
])('no season is made of %o', async (changes, code) => {
  expect(await office.send('owner', officeContestSave, words(changes))).toMatchObject({ code });
  expect((await office.as('owner', officeContests, {})).total).toBe(0);
});

test('two seasons never overlap, also when they are announced at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => office.refused('owner', officeContestSave, words())),
  );
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(1);
  expect(answers.filter((code) => code === 'contest_overlaps')).toHaveLength(7);
});

test('prizes are paid once to approved identities, however often and at once it is asked', async () => {
  const id = await ended();
  await fundHouse(1_000n);
  expect(await office.as('approver', officeContestPay, { id })).toEqual({
    paid: 0,
    amount: '0',
    waiting: 3,
  });
  await approve(ALICE);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => office.as('approver', officeContestPay, { id })),
  );
  expect(answers.reduce((sum, { paid }) => sum + paid, 0)).toBe(1);
  expect([ALICE, BOB, carol].map(wonBy)).toEqual([500n, 0n, 0n]);
  expect((await exchange.call(contestInfo, { id }, { user: ALICE })).me).toMatchObject({
    rank: 1,
    prize: '500',
    prize_state: 'paid',
  });
  expect((await exchange.call(contestInfo, { id }, { user: BOB })).me).toMatchObject({
    rank: 2,
    prize_state: 'needs_identity',
  });
  await approve(BOB);
  expect((await exchange.call(contestInfo, { id }, { user: BOB })).me).toMatchObject({
    prize_state: 'waiting',
  });
  expect(await office.as('approver', officeContestPay, { id })).toEqual({
    paid: 1,
    amount: '300',
    waiting: 1,
  });
  expect((await office.as('auditor', officeContests, {})).list).toMatchObject([
    { participants: 3, prizes_open: 1, prizes_paid: 2, paid: '800' },
  ]);
  const { list } = await office.as('auditor', officeContestRanking, { contest: id });
  expect(
    list.map(({ id: user, rank, prize, prize_state }) => [user, rank, prize, prize_state]),
  ).toEqual([
    [ALICE, 1, '500', 'paid'],
    [BOB, 2, '300', 'paid'],
    [carol, 3, '20.5', 'needs_identity'],
  ]);
  expect(
    (await office.as('owner', officeAudit, {})).list.some(
      ({ action, after }) => action === 'contest.pay' && after.includes('"usdt":"500"'),
    ),
  ).toBe(true);
});

test('a house that lacks funds pays nobody, and all of it once it has them', async () => {
  const id = await ended();
  await approve(ALICE, BOB, carol);
  await fundHouse(820n);
  expect(await office.send('approver', officeContestPay, { id })).toMatchObject({
    code: 'house_insufficient',
  });
  expect([ALICE, BOB, carol].map(wonBy)).toEqual([0n, 0n, 0n]);
  await fundHouse(1n);
  expect(await office.as('approver', officeContestPay, { id })).toEqual({
    paid: 3,
    amount: '820.5',
    waiting: 0,
  });
});

test('a payment that was interrupted before it was noted is not made again', async () => {
  const id = await ended();
  await approve(ALICE);
  await fundHouse(2_000n);
  await office.as('approver', officeContestPay, { id });
  await exchange.queries
    .updateTable('contest_entries')
    .set({ prize_state: 'paying' })
    .where('rank', '=', 1)
    .execute();
  const house = exchange.live.balance(SYSTEM.house, 'spot', 3).available;
  // Longer than the core remembers keys.
  exchange.engine.advance(48 * HOUR_MS);
  await index(60_000);
  expect(await office.as('approver', officeContestPay, { id })).toMatchObject({
    paid: 0,
    amount: '0',
  });
  expect(wonBy(ALICE)).toBe(500n);
  expect(exchange.live.balance(SYSTEM.house, 'spot', 3).available).toBe(house);
});

test('a stop between the core and the note, and a payment days later: each prize once', async () => {
  const id = await ended();
  await approve(ALICE, BOB, carol);
  await fundHouse(2_000n);
  const submit = exchange.submit;
  exchange.submit = async (command) => {
    await submit(command);
    throw new Error('the server stops');
  };
  expect((await office.send('approver', officeContestPay, { id })).status).toBe(500);
  exchange.submit = submit;
  exchange.engine.advance(48 * HOUR_MS);
  await index(60_000);
  expect(await office.as('approver', officeContestPay, { id })).toMatchObject({
    paid: 2,
    amount: '320.5',
    waiting: 0,
  });
  expect([ALICE, BOB, carol].map(wonBy)).toEqual([500n, 300n, 20n]);
  expect(exchange.engine.exchange.snapshot().transfers).toEqual({ prize: [[1, 3]] });
});

test('prizes wait for the final ranking, and for somebody who may pay them', async () => {
  const { id } = await office.as('owner', officeContestSave, words());
  expect(await office.send('approver', officeContestPay, { id })).toMatchObject({
    code: 'contest_not_ended',
  });
  expect(await office.send('approver', officeContestPay, { id: 99 })).toMatchObject({
    code: 'contest_not_found',
  });
  for (const role of ['auditor', 'support', 'compliance', 'content'] as const)
    expect(await office.send(role, officeContestPay, { id })).toMatchObject({
      status: 403,
      code: 'permission_denied',
    });
  expect(await office.send('finance', officeContestSave, words())).toMatchObject({
    status: 403,
    code: 'permission_denied',
  });
});

test('the office sees play money where it stands in books and contracts, and cannot change what it is', async () => {
  const { id } = await office.as('owner', officeContestSave, words());
  await exchange.call(contestJoin, { id }, { user: ALICE });
  exchange.engine.advance(HOUR_MS);
  await exchange.contest.rounds.runOnce();
  await index(60_000);
  await exchange.call(
    marginSubmit,
    { legal_id: PLAY_ID, currency_id: 1, multiple: 10, share: '10', type: 1, status: 1 },
    { user: ALICE },
  );
  await index(60_000);
  expect(
    (await office.as('owner', dashboard, {})).sums.find(({ currency }) => currency === PLAY_ID),
  ).toMatchObject({ currency_name: 'PLAY', sum: '0' });
  const terms = (await office.as('auditor', officeMarginTerms, {})).find(
    ({ id: market }) => market === 1001,
  );
  expect(terms).toMatchObject({ symbol: 'BTC/PLAY', is_open: true });
  expect(
    (await office.as('auditor', officeMarginExposure, {})).markets.find(
      ({ market }) => market === 1001,
    ),
  ).toMatchObject({ positions: 1, quote_name: 'PLAY' });
  expect((await office.as('auditor', officeMarginPositions, {})).list).toMatchObject([
    { symbol: 'BTC/PLAY' },
  ]);
  const saved = {
    id: 1001,
    leverages: '10',
    lot_size: '0.001',
    min_lots: 1,
    max_lots: 500,
    spread_bps: 2,
    fee_bps: 5,
    overnight_bps: 3,
    maintenance_percent: 30,
    exposure_cap: '1000000',
  } as const;
  expect(await office.send('owner', officeMarginTermsSave, { ...saved, open: '0' })).toMatchObject({
    code: 'contest_opens_market',
  });
  await office.as('owner', officeMarginTermsSave, { ...saved, open: '1' });
  expect(exchange.live.margin.terms(1001)).toMatchObject({ leverages: [10], isOpen: true });

  expect(await office.send('owner', officeCurrencySave, { code: 'PLAY' })).toMatchObject({
    code: 'currency_listed',
  });
  expect(
    await office.send('owner', officeCurrencySave, { id: PLAY_ID, code: 'GAME' }),
  ).toMatchObject({ code: 'currency_unknown' });
  expect((await office.as('owner', officeCurrencySave, { code: 'NEW' })).id).toBe(12);
  const rules = {
    maker_fee_bps: 10,
    taker_fee_bps: 20,
    min_total: '1',
    max_quantity: '1000',
    max_open_orders: 100,
    band_bps: 0,
    slippage_bps: 0,
    status: 'open',
    is_display: '0',
    open_microtrade: '0',
  } as const;
  expect(
    await office.send('owner', officeMarketAdd, {
      base: 12,
      quote: PLAY_ID,
      tick_size: '0.01',
      lot_size: '0.001',
      ...rules,
    }),
  ).toMatchObject({ code: 'currency_unknown' });
  expect(
    (
      await office.as('owner', officeMarketAdd, {
        base: 12,
        quote: 3,
        tick_size: '0.01',
        lot_size: '0.001',
        ...rules,
      })
    ).id,
  ).toBe(15);
  expect(await office.send('owner', officeMarketSave, { id: 1001, ...rules })).toMatchObject({
    code: 'market_unknown',
  });
});
