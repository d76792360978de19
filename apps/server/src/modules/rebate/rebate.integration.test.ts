import { rebateList, rebateSummary } from '@meridian/contract/rebate/calls';
import {
  officeRebateFund,
  officeRebateLines,
  officeRebateRates,
  officeRebates,
} from '@meridian/contract/rebate/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { Identities } from '../identity/identities.ts';
import { openLiveView } from '../live-view.ts';
import { memberRounds } from './members.ts';

const DAY_MS = 86_400_000;
const [BTC, USDT] = [1, 3];
const COIN = 10n ** 8n;
const RATES = { currency: USDT, level_1_bps: 2_000, level_2_bps: 1_000, level_3_bps: 500 };
/** Sells to Bob, and invited nobody. */
const MAKER = SYSTEM.demoMaker;

let exchange: TestExchange;
let office: TestOffice;
const warnings: string[] = [];

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  for (const user of [ALICE, BOB]) await verify(user, true);
  await invite(BOB, ALICE);
});

async function verify(user: number, isVerified: boolean): Promise<void> {
  await exchange.queries
    .updateTable('users')
    .set({ review_status: isVerified ? 'approved' : 'none' })
    .where('id', '=', BigInt(user))
    .execute();
}

async function invite(user: number, referrer: number): Promise<void> {
  await exchange.queries
    .updateTable('users')
    .set({ referrer_id: BigInt(referrer) })
    .where('id', '=', BigInt(user))
    .execute();
}

/** The server tells the engine which users are verified. */
async function tell(): Promise<void> {
  const { engine, live, queries } = exchange;
  await exchange.call(rebateSummary, {}, { user: BOB });
  const identities = new Identities(queries, TEST_SECRETS);
  const warn = (text: string): number => warnings.push(text);
  await memberRounds({ engine, live, queries, identities, warn }).runOnce();
  expect(warnings).toEqual([]);
}

/** Rates since this morning, money that pays them, and members. */
async function opened(): Promise<void> {
  const { engine } = exchange;
  await engine.submit({
    kind: 'ledger.deposit',
    ...{ user: SYSTEM.house, wallet: 'spot', currency: USDT, reference: 'test' },
    amount: (1_000n * COIN) as never,
  });
  await office.as('owner', officeRebateFund, { currency: USDT, direction: 'in', amount: '100' });
  await office.as('owner', officeRebateRates, RATES);
  await tell();
  await nextDay();
}

/** A fee in BTC needs an index of the morning. */
async function nextDay(): Promise<void> {
  exchange.engine.advance(DAY_MS);
  await setIndex();
  await exchange.engine.submit({ kind: 'clock.tick' });
}

/** BTC is worth 60,000. Returns its market, and the price in ticks. */
async function setIndex() {
  const { engine, live } = exchange;
  const market = live.marketByPair(BTC, USDT);
  if (market === undefined) throw new Error('no market');
  const price = Number((60_000n * COIN) / market.tickSize);
  await engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [[market.id, price as never]],
  });
  return { market, price };
}

/** Bob buys 0.01 BTC at 60,000. Returns his fee, in units of BTC. */
async function trade(): Promise<bigint> {
  const { engine } = exchange;
  const { market, price } = await setIndex();
  await engine.submit({
    kind: 'ledger.deposit',
    ...{ user: MAKER, wallet: 'spot', currency: BTC, reference: 'test' },
    amount: COIN as never,
  });
  const order = {
    kind: 'spot.place',
    market: market.id,
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
    priceTicks: price as never,
    quantityLots: Number(COIN / 100n / market.lotSize) as never,
  } as const;
  await engine.submit({ ...order, user: MAKER, side: 'sell' });
  const { events } = await engine.submit({ ...order, user: BOB, side: 'buy' });
  const traded = events.find((event) => event.type === 'traded');
  if (traded === undefined) throw new Error('no trade');
  return traded.takerFee;
}

const summary = (user: number) => exchange.call(rebateSummary, {}, { user });
const list = (user: number) => exchange.call(rebateList, {}, { user });

describe('invitation rebates', () => {
  it('get rates and money by two operators, and begin the next day', async () => {
    expect(await summary(ALICE)).toMatchObject({
      ...{ currency_name: '', rates_bps: [], next_rates_bps: null, total: '0' },
      ...{ is_verified: true, levels: ['0', '0', '0'] },
    });
    const proposed = await office.send('owner', officeRebateRates, RATES);
    expect(proposed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect(await summary(ALICE)).toMatchObject({ next_rates_bps: null });
    await office.as('owner', officeRebateRates, RATES);
    expect(await summary(ALICE)).toMatchObject({
      ...{ currency_name: 'USDT', rates_bps: [], next_rates_bps: [2_000, 1_000, 500] },
    });
    await nextDay();
    expect(await summary(ALICE)).toMatchObject({
      ...{ rates_bps: [2_000, 1_000, 500], next_rates_bps: null },
    });
    expect(await office.as('owner', officeRebates, {})).toMatchObject({
      rates: [{ is_present: true, currency_name: 'USDT', rates_bps: [2_000, 1_000, 500] }],
      funds: [{ currency_name: 'USDT', available: '0' }],
      days_due: [],
    });
  });

  it('arrive the next morning, with a line for each payer', async () => {
    await opened();
    const fee = await trade();
    expect(fee).toBeGreaterThan(0n);
    const before = exchange.live.balance(ALICE, 'spot', USDT).available;
    expect(await list(ALICE)).toMatchObject({ list: [], total: 0 });
    await nextDay();
    const worth = fee * 60_000n;
    const share = (worth * 2_000n) / 10_000n;
    expect(exchange.live.balance(ALICE, 'spot', USDT).available - before).toBe(share);
    const { list: lines, total } = await list(ALICE);
    expect(total).toBe(1);
    expect(lines[0]).toMatchObject({ id: 1, level: 1, rate_bps: 2_000, currency_name: 'USDT' });
    expect(lines[0]?.account).toContain('*');
    expect(Number(lines[0]?.number)).toBe(Number(share) / 1e8);
    expect(Number(lines[0]?.fees)).toBe(Number(worth) / 1e8);
    expect(await summary(ALICE)).toMatchObject({
      total: lines[0]?.number,
      last_day: lines[0]?.number,
      levels: [lines[0]?.number, '0', '0'],
    });
    expect(await list(BOB)).toMatchObject({ list: [], total: 0 });
    expect(await office.as('owner', officeRebateLines, {})).toMatchObject({
      list: [{ payer: BOB, user: ALICE, level: 1 }],
    });
  });

  it('are of the first day of a friend, where the inviter was verified before it', async () => {
    await exchange.queries.updateTable('users').set({ referrer_id: null }).execute();
    await verify(BOB, false);
    await opened();
    await invite(BOB, ALICE);
    await verify(BOB, true);
    await tell();
    await trade();
    await nextDay();
    expect(await list(ALICE)).toMatchObject({ total: 1 });
  });

  it.each([
    ['the inviter', ALICE],
    ['the invitee', BOB],
  ])('are not of fees while %s is not verified', async (_, user) => {
    await opened();
    await verify(user, false);
    await tell();
    await trade();
    await nextDay();
    expect(await list(ALICE)).toMatchObject({ list: [], total: 0 });
    await verify(user, true);
    await tell();
    await nextDay();
    await trade();
    await nextDay();
    expect(await list(ALICE)).toMatchObject({ total: 1 });
  });

  it('are not paid to an account that was closed', async () => {
    await opened();
    await trade();
    const closed = (closed_at: Date | null) =>
      exchange.queries
        .updateTable('users')
        .set({ closed_at })
        .where('id', '=', BigInt(ALICE))
        .execute();
    await closed(new Date(0));
    await tell();
    await nextDay();
    await closed(null);
    expect(await list(ALICE)).toMatchObject({ total: 0 });
    expect(exchange.live.rebate.isMember(ALICE)).toBe(false);
  });

  it('become one person where their documents turn out to be one', async () => {
    await opened();
    const { live, queries } = exchange;
    expect(live.rebate.persons.get(ALICE)).not.toBe(live.rebate.persons.get(BOB));
    for (const user of [ALICE, BOB])
      await queries
        .insertInto('identity_applications')
        .values({
          ...{ user_id: BigInt(user), kind: 'identity', name: '', status: 'approved' },
          ...{ card_id: null, card_hash: 'one', pictures: [], submitted_at: new Date(0) },
        })
        .execute();
    await tell();
    expect(live.rebate.persons.get(ALICE)).toBe(live.rebate.persons.get(BOB));
    await queries.deleteFrom('identity_applications').where('card_hash', '=', 'one').execute();
  });

  it('stay what they are after a restart', async () => {
    await opened();
    const restored = openLiveView();
    restored.load(await exchange.engine.recovered());
    const timeMs = exchange.engine.timeMs;
    expect(restored.rebate.ratesAt(timeMs)).toEqual(exchange.live.rebate.ratesAt(timeMs));
    expect(restored.rebate.isMember(BOB)).toBe(true);
  });

  it('are read by who decides on them, and funded by who may move the money of the house', async () => {
    await opened();
    for (const desk of ['approver', 'auditor'] as const) {
      expect((await office.as(desk, officeRebates, {})).funds).not.toEqual([]);
      expect((await office.as(desk, officeRebateLines, {})).page).toBe(1);
    }
    const funding = { currency: USDT, direction: 'in', amount: '1', reason: 'Low' } as const;
    expect((await office.send('finance', officeRebateFund, funding)).type).toBe('ok');
    expect((await office.send('finance', officeRebateRates, RATES)).code).toBe('permission_denied');
    for (const desk of ['approver', 'auditor'] as const)
      expect((await office.send(desk, officeRebateFund, funding)).code).toBe('permission_denied');
  });

  it('are refused above half of a fee, without funds, and with an unknown currency', async () => {
    const { engine } = exchange;
    await engine.submit({ kind: 'clock.tick' });
    const tooMuch = { ...RATES, level_1_bps: 3_500, level_2_bps: 1_001 };
    await expect(office.as('owner', officeRebateRates, tooMuch)).rejects.toThrow(/level_3_bps/);
    const unknown = { ...RATES, currency: 999 };
    await expect(office.as('owner', officeRebateRates, unknown)).rejects.toThrow(/currency/);
    const funding = { currency: USDT, direction: 'out', amount: '1' } as const;
    await expect(office.as('owner', officeRebateFund, funding)).rejects.toThrow(/rebate_short/);
  });
});
