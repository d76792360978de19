import { EARN_BOUNDS } from '@meridian/contract/earn/bounds';
import { savingsBuy, wealthBuy } from '@meridian/contract/earn/calls';
import {
  officeEarnFund,
  officeEarnLocks,
  officeEarnProducts,
  officeEarnProductSave,
  officeEarnSavings,
} from '@meridian/contract/earn/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { seedEarn } from './seed.ts';

const TERMS = {
  kind: 'wealth',
  currency: 3,
  rate_ppb: 200_000,
  days: 3,
  min: '10',
  max: '1000',
  capacity: '100000',
  day_quota: '10000',
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
  await seedEarn(exchange.engine, exchange.live);
});

const products = () => office.as('owner', officeEarnProducts, {});
const termsOf = async (id: number) => (await products()).find((each) => each.id === id);

describe('products', () => {
  it('are listed and changed by two operators; closing one takes one', async () => {
    const proposed = await office.send('owner', officeEarnProductSave, TERMS);
    expect(proposed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect(await products()).toHaveLength(7);
    await office.as('owner', officeEarnProductSave, TERMS);
    expect(await termsOf(8)).toMatchObject({ rate_ppb: 200_000, days: 3, budget: '0' });
    const closed = await office.send('owner', officeEarnProductSave, {
      ...TERMS,
      id: 8,
      open: '0',
    });
    expect(closed.message).toEqual({ id: 8 });
    expect(await termsOf(8)).toMatchObject({ is_open: false });
    const reopened = await office.send('owner', officeEarnProductSave, { ...TERMS, id: 8 });
    expect(reopened.message).toMatchObject({ proposal: expect.any(Number) as number });
  });

  it('keep kind and coin, and have terms that the core takes', async () => {
    const codes = async (input: Readonly<Record<string, string | number>>) =>
      (await office.send('owner', officeEarnProductSave, { ...TERMS, ...input })).code;
    expect(await codes({ id: 1, kind: 'pledge' })).toBe('earn_product_fixed');
    expect(await codes({ id: 99 })).toBe('earn_closed');
    expect(await codes({ max: '5' })).toBe('input_invalid');
    expect(await codes({ days: 0 })).toBe('number_not_between');
    expect(await codes({ lend_bps: 100 })).toBe('number_not_between');
    expect(await codes({ kind: 'savings', days: 0, early_keep_bps: 100 })).toBe(
      'number_not_between',
    );
  });

  it.each(Object.keys(EARN_BOUNDS) as (keyof typeof EARN_BOUNDS)[])(
    'have the bounds of the core: %s',
    async (term) => {
      const isOfSavings = term === 'lendBps';
      const listed = exchange.live.earn
        .products()
        .find(({ kind }) => (kind === 'savings') === isOfSavings);
      if (listed === undefined) throw new Error('the demo has no such product');
      const [least, most] = EARN_BOUNDS[term];
      const outcomes = [least, most, least - 1, most + 1].map(async (value) => {
        const product = { ...listed, [term]: value };
        return (await exchange.engine.submit({ kind: 'earn.product', product })).outcome;
      });
      expect(await Promise.all(outcomes)).toEqual([
        ...[{ ok: true }, { ok: true }],
        ...Array<unknown>(2).fill({ ok: false, rejection: 'malformed' }),
      ]);
    },
  );

  it('change for purchases to come only', async () => {
    await exchange.call(wealthBuy, { id: 1, number: '100' }, { user: ALICE });
    await office.as('owner', officeEarnProductSave, {
      ...TERMS,
      id: 1,
      rate_ppb: 1,
      days: 9,
      min: '20',
    });
    const { list } = await office.as('owner', officeEarnLocks, {});
    expect(list).toMatchObject([{ rate_ppb: 136_986, days: 7, principal: '100' }]);
  });
});

describe('a source', () => {
  it('is funded by two operators, and gives back what it has not promised', async () => {
    const house = () => exchange.live.balance(SYSTEM.house, 'spot', 3).available;
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: 3,
      amount: 10_000_000_000n as never,
      reference: 'test',
    });
    const before = house();
    const fund = { product: 1, direction: 'in', amount: '100' } as const;
    const proposed = await office.send('finance', officeEarnFund, fund);
    expect(proposed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect(house()).toBe(before);
    await office.as('finance', officeEarnFund, fund);
    expect(house()).toBe(before - 10_000_000_000n);
    expect(await termsOf(1)).toMatchObject({ budget: '10100' });
    await exchange.call(wealthBuy, { id: 1, number: '50000' }, { user: ALICE });
    expect(await termsOf(1)).toMatchObject({ reserved: '47.9451', budget: '10052.0549' });
    await office.as('finance', officeEarnFund, {
      product: 1,
      direction: 'out',
      amount: '10052.0549',
    });
    expect(await termsOf(1)).toMatchObject({ reserved: '47.9451', budget: '0' });
    expect((await office.send('support', officeEarnFund, fund)).status).not.toBe(200);
  });
});

describe('lists', () => {
  it('have locks and savings of everybody, by account and product', async () => {
    await exchange.call(wealthBuy, { id: 1, number: '100' }, { user: ALICE });
    await exchange.call(wealthBuy, { id: 2, number: '200' }, { user: BOB });
    await exchange.call(savingsBuy, { id: 6, number: '300' }, { user: BOB });
    const locks = await office.as('auditor', officeEarnLocks, { q: String(BOB) });
    expect(locks).toMatchObject({ total: 1, list: [{ user: BOB, product: 2, days_paid: 0 }] });
    expect((await office.as('auditor', officeEarnLocks, { status: 'finished' })).total).toBe(0);
    expect((await office.as('auditor', officeEarnLocks, { product: 1 })).total).toBe(1);
    const savings = await office.as('auditor', officeEarnSavings, {});
    expect(savings).toMatchObject({
      total: 1,
      list: [{ user: BOB, product: 6, earning: '0', pending: '300', is_auto: false }],
    });
    expect(await termsOf(6)).toMatchObject({ principal: '300', lent: '0', idle: '300' });
  });
});
