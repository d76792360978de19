import { CONVERT_BOUNDS } from '@meridian/contract/convert/bounds';
import { officeUsers } from '@meridian/contract/account/office';
import { convertAccept, convertPairs, convertQuote } from '@meridian/contract/convert/calls';
import {
  officeConversions,
  officeConvertDesk,
  officeConvertFund,
  officeConvertHedges,
  officeConvertQuotes,
  officeConvertTerms,
  officeConvertTermsSave,
} from '@meridian/contract/convert/office';
import { officeHouse } from '@meridian/contract/custody/house';
import { dashboard } from '@meridian/contract/office/calls';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshIndex, openConvert, resting, submitAll } from '../../../test/convert-scene.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { ConvertHedger } from './hedger.ts';

const [BTC, USDT] = [1, 3];
const COIN = 100_000_000n;
const TERMS = {
  currency: 1,
  market: 1,
  margin_bps: 20,
  cap_bps: 200,
  min: '0.001',
  max: '2',
  step: '0.0001',
  hour_limit: '5',
  dust: '10',
  open: '1',
} as const;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await openConvert(exchange);
});

/** Alice buys BTC of the desk. */
async function convert(number: string): Promise<void> {
  const { id } = await exchange.call(
    convertQuote,
    { from_id: USDT, to_id: BTC, number, side: 'to' },
    { user: ALICE },
  );
  await exchange.call(convertAccept, { id }, { user: ALICE });
}

describe('terms', () => {
  it('are proposed by one operator and approved by another', async () => {
    await office.as('owner', officeConvertTermsSave, TERMS);
    const [hub, btc] = await office.as('auditor', officeConvertTerms, {});
    expect(hub).toMatchObject({ currency_name: 'USDT', market: 0, symbol: '', margin_bps: 0 });
    expect(btc).toMatchObject({
      symbol: 'BTC/USDT',
      margin_bps: 20,
      cap_bps: 200,
      min: '0.001',
      step: '0.0001',
      dust: '10',
      is_open: true,
    });
    await office.proposed('owner', officeConvertTermsSave, { ...TERMS, margin_bps: 30 });
    expect((await office.as('owner', officeConvertTerms, {}))[1]?.margin_bps).toBe(20);
  });

  it.each(Object.keys(CONVERT_BOUNDS) as (keyof typeof CONVERT_BOUNDS)[])(
    'have the bounds of the core: %s',
    async (term) => {
      const listed = exchange.live.convert.termsOf(BTC);
      if (listed === undefined) throw new Error('the demo converts nothing');
      const [least, most] = CONVERT_BOUNDS[term];
      const outcomes = [least, most, least - 1, most + 1].map(async (value) => {
        const within = term === 'capBps' ? { marginBps: 0 } : { capBps: CONVERT_BOUNDS.capBps[1] };
        const terms = { ...listed, ...within, [term]: value };
        return (await exchange.engine.submit({ kind: 'convert.terms', terms })).outcome;
      });
      expect(await Promise.all(outcomes)).toEqual([
        ...[{ ok: true }, { ok: true }],
        ...Array<unknown>(2).fill({ ok: false, rejection: 'malformed' }),
      ]);
    },
  );

  it('close at once by one operator, and stay in their bounds', async () => {
    const { open: _open, ...rest } = TERMS;
    await office.as('owner', officeConvertTermsSave, TERMS);
    const answer = await office.send('owner', officeConvertTermsSave, { ...rest, open: '0' });
    expect(answer.message).not.toHaveProperty('proposal');
    expect((await exchange.call(convertPairs, {})).map((row) => row.currency_name)).toEqual([
      'USDT',
      'ETH',
    ]);
    const refused = (input: object) =>
      office.refused('owner', officeConvertTermsSave, { ...TERMS, ...input });
    expect(await refused({ cap_bps: 10 })).toBe('number_not_between');
    expect(await refused({ max: '0.0001' })).toBe('input_invalid');
    expect(await refused({ market: 2 })).toBe('convert_hub_fixed');
    expect(await refused({ market: 0, margin_bps: 0, cap_bps: 0 })).toBe('convert_hub_fixed');
    expect(await office.refused('support', officeConvertTermsSave, TERMS)).toBe(
      'permission_denied',
    );
  });
});

describe('the desk', () => {
  it('is funded and emptied by two operators, and the office shows both sides', async () => {
    const move = { currency: BTC, amount: '3' };
    await office.as('owner', officeConvertFund, { ...move, direction: 'in' });
    const rows = await office.as('auditor', officeConvertDesk, {});
    expect(rows.find(({ currency }) => currency === BTC)).toMatchObject({
      available: '13',
      promised: '0',
      funded: '13',
      difference: '0',
      house: '7',
    });
    await office.as('owner', officeConvertFund, { ...move, direction: 'out', amount: '13' });
    expect(await office.refused('owner', officeConvertFund, { ...move, direction: 'out' })).toBe(
      'convert_short',
    );
    expect(
      await office.refused('owner', officeConvertFund, { ...move, direction: 'in', amount: '99' }),
    ).toBe('house_insufficient');
  });

  it('is an account of the house, and no customer', async () => {
    expect(SYSTEM.convertDesk).toBeLessThan(FIRST_CUSTOMER);
    const { accounts } = await office.as('auditor', officeHouse, {});
    expect(accounts).toContainEqual(
      expect.objectContaining({
        owner: 'convertDesk',
        currency_name: 'BTC',
        available: '10',
        is_movable: false,
      }),
    );
    // The desk's ten BTC are the house's: customers are owed Alice's and Bob's ten each.
    const { sums } = await office.as('auditor', dashboard, {});
    expect(sums.find(({ currency }) => currency === BTC)).toMatchObject({
      customers: '20',
      sum: '0',
    });
    const users = await office.as('compliance', officeUsers, {});
    expect(users.list.map(({ id }) => id)).toEqual([BOB, ALICE]);
  });

  it('shows open quotes, conversions and their spread, and logs who was shown', async () => {
    await exchange.call(
      convertQuote,
      { from_id: USDT, to_id: BTC, number: '0.1', side: 'to' },
      { user: ALICE },
    );
    const quotes = await office.as('auditor', officeConvertQuotes, {});
    expect(quotes).toEqual([
      expect.objectContaining({ user: ALICE, from_number: '6060', to_number: '0.1' }),
    ]);
    await convert('0.2');
    const page = await office.as('auditor', officeConversions, { q: `${ALICE}@` });
    expect(page.list).toEqual([
      expect.objectContaining({ user: ALICE, to_number: '0.2', spread_bps: 100 }),
    ]);
    expect((await office.as('auditor', officeConversions, { q: `${BOB}@` })).list).toEqual([]);
  });
});

describe('the hedger', () => {
  const book = [
    resting(BOB, 'sell', { ticks: 6_005_000, lots: 20_000 }),
    resting(BOB, 'sell', { ticks: 6_006_100, lots: 500_000 }),
    resting(BOB, 'buy', { ticks: 5_996_000, lots: 100_000 }),
  ];
  const desk = () => exchange.live.balance(SYSTEM.convertDesk, 'spot', BTC).available;
  const open = () =>
    new ConvertHedger({
      queries: exchange.queries,
      engine: exchange.engine,
      live: exchange.live,
      warn: (text) => exchange.alarms.push(text),
    });

  it('buys back what conversions took, no further from the index than the margin', async () => {
    const hedger = open();
    await convert('0.5');
    await hedger.runOnce();
    // Without a book nothing is to be had, and nothing rests.
    expect(desk()).toBe(950_000_000n);
    expect([...exchange.live.allOrders()]).toEqual([]);
    await submitAll(exchange, book);
    await hedger.runOnce();
    // The first level is within 10 bps; the second one is not. The fee is taken of the bought
    // coins.
    expect(desk()).toBe(950_000_000n + 20_000_000n - 20_000n);
    await hedger.runOnce();
    expect(desk()).toBe(969_980_000n);
    const { list } = await office.as('auditor', officeConvertHedges, {});
    expect(list).toEqual([
      expect.objectContaining({ symbol: 'BTC/USDT', side: 'buy', price: '60050', quantity: '0.2' }),
    ]);
    expect(exchange.alarms).toEqual([]);
  });

  it('sells what conversions brought, a bounded worth at a time, until it is in balance', async () => {
    const { id } = await exchange.call(
      convertQuote,
      { from_id: BTC, to_id: USDT, number: '0.8', side: 'from' },
      { user: ALICE },
    );
    await exchange.call(convertAccept, { id }, { user: ALICE });
    await submitAll(exchange, book);
    const hedger = open();
    await hedger.runOnce();
    const first = 1_080_000_000n - desk();
    // 20,000 USDT at 59,940 each at least.
    expect(first).toBe(33_366_000n);
    for (let count = 0; count < 4; count++) await hedger.runOnce();
    expect(desk()).toBe(1_000_000_000n);
    const { orders } = hedger.counts;
    await hedger.runOnce();
    expect(hedger.counts).toEqual({ orders, refused: {} });
  });

  it('waits while the index is stale, and follows new fundings', async () => {
    await submitAll(exchange, book);
    const hedger = open();
    await convert('0.1');
    exchange.engine.advance(11_000);
    await hedger.runOnce();
    expect(hedger.counts.orders).toBe(0);
    await freshIndex(exchange);
    // The second order buys back the fee of the first.
    for (let count = 0; count < 3; count++) await hedger.runOnce();
    const [after, { orders }] = [desk(), hedger.counts];
    expect(orders).toBe(2);
    await submitAll(exchange, [
      { kind: 'convert.fund', currency: BTC, direction: 'in', amount: COIN as never },
    ]);
    await hedger.runOnce();
    expect([hedger.counts.orders, desk()]).toEqual([orders, after + COIN]);
  });
});
