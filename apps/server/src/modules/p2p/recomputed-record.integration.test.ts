/**
 * The page of a trader, counted again by its owner from the export of the own data alone. Nothing
 * here calls code of the server's statistics: `recomputed` follows the words of the help page.
 */
import {
  adSend,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealPay,
} from '@meridian/contract/p2p/calls';
import { dealRelease, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { appealOpen, appealState, appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import { officeP2pRule } from '@meridian/contract/p2p/office-appeals';
import { p2pTrader } from '@meridian/contract/p2p/trader-calls';
import { dataExport, dataExportPart, type ExportPart } from '@meridian/contract/personal/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const CAROL = ALICE + 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;

let exchange: TestExchange;
let office: TestOffice<string>;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await verifiedTraders(exchange, [ALICE, BOB, CAROL]);
  await exchange.reset();
  office = await TestOffice.open<string>(exchange);
  await office.add('second approver', 'approver');
  await openP2p(exchange, [ALICE, BOB, CAROL]);
  await sql`truncate data_exports`.execute(exchange.queries);
  await play();
});
afterAll(() => exchange.close());

const minutes = (count: number): void => void exchange.engine.advance(count * MINUTE_MS);

async function publish(user: number): Promise<number> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1500' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10' }, { user });
  return (await exchange.call(ownAds, {}, { user })).data[0]?.id ?? 0;
}

async function take(ad: number, user: number): Promise<number> {
  return (await exchange.call(dealTake, { id: ad, number: '10' }, { user })).id;
}

async function pay(id: number, user: number, after: number): Promise<void> {
  minutes(after);
  await exchange.call(dealPay, { id }, { user });
}

async function release(id: number, user: number, after: number): Promise<void> {
  minutes(after);
  await exchange.stepUp(user);
  await exchange.call(dealRelease, { id }, { user });
}

/** An appeal on a deal that the other side answers, and a ruling on it. */
async function ruled(
  deal: number,
  [by, other]: readonly [number, number],
  ruling: { to_buyer: string; fault: 'buyer' | 'seller' | 'nobody' },
  desk = 'approver',
): Promise<void> {
  const said = { statement: 'This is what happened.', reason: 'other' } as const;
  const { id } = await exchange.call(appealOpen, { id: deal, ...said }, { user: by });
  await exchange.call(appealState, { id, statement: 'It is not.' }, { user: other });
  await office.as(desk, officeP2pRule, { id, reason: 'What the bank says.', ...ruling });
}

/** Every end that a deal may have, on both sides, some of it longer ago than 30 days. */
async function play(): Promise<void> {
  const [ofAlice, ofBob, ofCarol] = [
    await publish(ALICE),
    await publish(BOB),
    await publish(CAROL),
  ];
  // Longer ago: completed, cancelled, and a ruling.
  const old = await take(ofAlice, BOB);
  await pay(old, BOB, 9);
  await release(old, ALICE, 7);
  await exchange.call(dealCancel, { id: await take(ofAlice, CAROL) }, { user: CAROL });
  const oldRuled = await take(ofAlice, BOB);
  await pay(oldRuled, BOB, 2);
  await ruled(oldRuled, [ALICE, BOB], { to_buyer: '0', fault: 'buyer' });
  // The edge: this is the first of the 30 days.
  exchange.engine.advance(5 * DAY_MS);
  const edge = await take(ofAlice, CAROL);
  await pay(edge, CAROL, 1);
  await release(edge, ALICE, 11);
  exchange.engine.advance(29 * DAY_MS);

  for (const [paid, released] of [
    [2, 1],
    [4, 3],
    [1, 8],
    [13, 2],
  ] as const) {
    const id = await take(ofAlice, BOB);
    await pay(id, BOB, paid);
    await release(id, ALICE, released);
  }
  const bought = await take(ofCarol, ALICE);
  await pay(bought, ALICE, 6);
  await release(bought, CAROL, 5);
  // Given up by the buyer, not paid in time, called off before and after the payment.
  await exchange.call(dealCancel, { id: await take(ofBob, ALICE) }, { user: ALICE });
  await take(ofBob, ALICE);
  minutes(20);
  for (const isPaid of [false, true]) {
    const id = await take(ofAlice, BOB);
    if (isPaid) await pay(id, BOB, 3);
    await exchange.call(dealAskCancel, { id }, { user: ALICE });
    await exchange.call(dealAnswerCancel, { id, accepts: '1' }, { user: BOB });
  }
  // Rulings: a refund by the buyer's fault and by the seller's, a split by nobody's, and one after
  // the end. An appeal that is taken back, and one that goes on.
  for (const ruling of [
    { to_buyer: '0', fault: 'buyer' },
    { to_buyer: '0', fault: 'seller' },
    { to_buyer: '4', fault: 'nobody' },
    { to_buyer: '10', fault: 'seller' },
  ] as const) {
    const id = await take(ofAlice, CAROL);
    await pay(id, CAROL, 1);
    await ruled(id, [ALICE, CAROL], ruling);
  }
  const ended = await take(ofAlice, BOB);
  await pay(ended, BOB, 1);
  await release(ended, ALICE, 1);
  await ruled(ended, [ALICE, BOB], { to_buyer: '5', fault: 'buyer' });
  const calm = await take(ofAlice, CAROL);
  await pay(calm, CAROL, 1);
  const said = { statement: 'Nothing came.', reason: 'not_received' } as const;
  const { id: withdrawn } = await exchange.call(appealOpen, { id: calm, ...said }, { user: ALICE });
  await exchange.call(appealWithdraw, { id: withdrawn }, { user: ALICE });
  await exchange.call(appealOpen, { id: calm, ...said }, { user: ALICE });
  const open = await take(ofAlice, CAROL);
  await pay(open, CAROL, 1);
}

type Row = Readonly<Record<string, string>>;

async function exported(user: number, part: ExportPart): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = ''; ;) {
    const input = { part, ...(after === '' ? {} : { after }) };
    const page = await exchange.call(dataExportPart, input, { user });
    for (const cells of page.rows)
      rows.push(Object.fromEntries(page.head.map((name, place) => [name, cells[place] ?? ''])));
    if (page.next === '') return rows;
    after = page.next;
  }
}

const dayOf = (iso: string): string =>
  new Date(Date.parse(iso) + SHANGHAI_MS).toISOString().slice(0, 10);
const minutesBetween = (from = '', to = ''): number =>
  (Date.parse(to) - Date.parse(from)) / MINUTE_MS;

/** The value that so many percent of the others are not above. '' without any. */
function percentile(values: readonly number[], percent: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.ceil((percent / 100) * sorted.length) - 1];
  return value === undefined ? '' : (Math.ceil(value * 10) / 10).toFixed(1);
}

/** The figures of a trader by the rules of the help page. @param today in Shanghai, YYYY-MM-DD */
async function recomputed(user: number, today: string) {
  await exchange.stepUp(user);
  await exchange.call(dataExport, {}, { user });
  const deals = await exported(user, 'p2p_deals');
  const appeals = await exported(user, 'p2p_appeals');
  const balances = await exported(user, 'balances');
  const [profile] = await exported(user, 'profile');
  const refundFault = new Map(
    appeals
      .filter(({ state, is_after_end }) => state === 'ruled' && is_after_end === 'false')
      .map(({ deal, fault }) => [deal, fault]),
  );
  const completed = deals.filter(({ state }) => state === 'completed');
  const cancelled = deals.filter(
    ({ id, state, side, ended_by }) =>
      state === 'cancelled' &&
      ((side === 'buy' && (ended_by === 'buyer' || ended_by === 'timer')) ||
        (side === 'sell' && ended_by === 'both') ||
        (ended_by === 'ruling' && refundFault.get(id) === 'own')),
  );
  const firstDay = new Date(Date.parse(today) - 29 * DAY_MS).toISOString().slice(0, 10);
  const isOfMonth = (iso = ''): boolean => iso !== '' && dayOf(iso) >= firstDay;
  const ofMonth = (rows: readonly Row[]) => rows.filter(({ ended_time }) => isOfMonth(ended_time));
  const [monthCompleted, monthEnded] = [
    ofMonth(completed).length,
    ofMonth(completed).length + ofMonth(cancelled).length,
  ];
  const payments = deals
    .filter(({ side, paid_time }) => side === 'buy' && isOfMonth(paid_time))
    .map(({ time, paid_time }) => minutesBetween(time, paid_time));
  const releases = ofMonth(completed)
    .filter(({ side, ended_by }) => side === 'sell' && ended_by === 'seller')
    .map(({ paid_time, ended_time }) => minutesBetween(paid_time, ended_time));
  const wallet = (part: 'available' | 'held') =>
    balances.find((row) => row['wallet'] === 'p2p' && row['currency'] === 'USDT')?.[part];
  return {
    registered_day: dayOf(profile?.['created_time'] ?? ''),
    orders_all: completed.length + cancelled.length,
    completed_all: completed.length,
    orders_30d: monthEnded,
    completed_30d: monthCompleted,
    completion_rate:
      monthEnded === 0 ? '' : String(Math.floor((monthCompleted * 10_000) / monthEnded) / 100),
    pay_minutes_median: percentile(payments, 50),
    pay_minutes_p90: percentile(payments, 90),
    release_minutes_median: percentile(releases, 50),
    release_minutes_p90: percentile(releases, 90),
    counterparties: new Set(completed.map(({ other }) => other)).size,
    appeals_lost: appeals.filter(({ fault }) => fault === 'own').length,
    balance: wallet('available'),
    frozen: wallet('held'),
  };
}

it.each([ALICE, BOB, CAROL])(
  'every figure of trader %i follows from their own export',
  async (user) => {
    const today = dayOf(new Date(exchange.live.timeMs).toISOString());
    const shown = await exchange.call(p2pTrader, { id: user }, { user });
    expect(await recomputed(user, today)).toEqual(
      Object.fromEntries(
        Object.keys(await recomputed(user, today)).map((name) => [name, shown[name as 'id']]),
      ),
    );
  },
);

it('has something to count in each figure', async () => {
  const page = (user: number) => exchange.call(p2pTrader, { id: user }, { user });
  const [alice, bob, carol] = [await page(ALICE), await page(BOB), await page(CAROL)];
  expect(alice.orders_all).toBeGreaterThan(alice.completed_all);
  expect(alice.completed_all).toBeGreaterThan(alice.completed_30d);
  expect([alice.appeals_lost, bob.appeals_lost, carol.appeals_lost]).toEqual([2, 2, 1]);
  expect(bob.orders_all).toBeGreaterThan(bob.orders_30d);
  expect(Number(alice.release_minutes_p90)).toBeGreaterThan(Number(alice.release_minutes_median));
  expect(Number(bob.pay_minutes_p90)).toBeGreaterThan(Number(bob.pay_minutes_median));
  expect(Number(alice.frozen)).toBeGreaterThan(0);
});

it('shows no ruling in the export that a second operator has not confirmed', async () => {
  const [{ id } = { id: 0n }] = await exchange.queries
    .selectFrom('p2p_appeals')
    .select('id')
    .where('state', '=', 'open')
    .execute();
  await exchange.queries
    .updateTable('p2p_appeals')
    .set({ to_buyer: 1n, fault: 'seller', bond_cut: 0n, operator: 1n })
    .where('id', '=', id)
    .execute();
  await exchange.queries
    .insertInto('p2p_rulings')
    .values({
      appeal: id,
      operator: 1n,
      to_buyer: 1n,
      fault: 'seller',
      bond_cut: 0n,
      reason: 'A secret',
      created_at: new Date(),
    })
    .execute();
  const rows = await exported(ALICE, 'p2p_appeals');
  expect(rows.find((row) => row['id'] === String(id))).toMatchObject({
    state: 'open',
    opened_by: 'own',
    fault: '',
    to_buyer: '',
    ruling_reason: '',
    ended_time: '',
  });
  expect(JSON.stringify(rows)).not.toContain('A secret');
});
