import { smsMail, userLogin } from '@meridian/contract/account/calls';
import {
  adList,
  dealAskCancel,
  dealDetail,
  dealPay,
  dealRelease,
  dealTake,
} from '@meridian/contract/p2p/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, TestExchange, TEST_FIELDS, TEST_SECRETS } from '../../../test/test-exchange.ts';
import { fundDemoHouse } from '../wallet/demo-funding.ts';
import { addOperator } from '../office/operators.ts';
import { HouseMerchants } from './house-merchants.ts';
import { seedP2p } from './seed.ts';

const USDT = 3;
const COIN = 10n ** 8n;

let exchange: TestExchange;
let house: HouseMerchants;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await addOperator(exchange.queries, {
    ...{ account: 'owner@meridian.test', name: 'Owner', role: 'owner' },
    password: 'Office1234',
  });
  await exchange.queries
    .insertInto('payment_methods')
    .values(paidTo(ALICE, '6222000012345678'))
    .execute();
  await exchange.queries
    .updateTable('users')
    .set({ review_status: 'approved' })
    .where('id', '=', BigInt(ALICE))
    .execute();
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  const { engine, live } = exchange;
  await fundDemoHouse(engine, live);
  await seedP2p(engine, live);
  await engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [
      [1, 6_000_000 as PriceTicks],
      [2, 300_000 as PriceTicks],
    ],
  });
  await engine.submit({ kind: 'p2p.rate', currency: USDT, priceTicks: 7_0000_0000 });
  house = merchants();
  await house.rounds.runOnce();
  expect(exchange.alarms).toEqual([]);
});

function merchants(): HouseMerchants {
  const { engine, live, queries } = exchange;
  const warn = (text: string): void => void exchange.alarms.push(text);
  const sealed = { fields: TEST_FIELDS, secrets: TEST_SECRETS };
  return new HouseMerchants({ engine, live, queries, ...sealed, warn });
}

/** Time passes, and the merchants look. */
async function later(ms: number): Promise<void> {
  exchange.engine.advance(ms);
  await exchange.engine.submit({ kind: 'clock.tick' });
  await house.rounds.runOnce();
}

async function best(type: 'buy' | 'sell', currency_id = USDT) {
  const { data } = await exchange.call(adList, { type, currency_id }, { user: ALICE });
  const [ad] = data;
  if (ad === undefined) throw new Error(`nobody wants to ${type}`);
  return ad;
}

async function stateOf(id: number): Promise<number> {
  return (await exchange.call(dealDetail, { id }, { user: ALICE })).is_sure;
}

it('are three, marked, and offer each coin in both directions at prices of their own', async () => {
  for (const currency_id of [1, 2, USDT])
    for (const type of ['buy', 'sell'] as const) {
      const { data } = await exchange.call(adList, { type, currency_id }, { user: ALICE });
      expect(data.map((ad) => ad.seller_name).sort()).toEqual([
        'no***@demo-merchant',
        'ri***@demo-merchant',
        'st***@demo-merchant',
      ]);
      expect(new Set(data.map(({ price }) => price)).size).toBe(3);
      for (const ad of data)
        expect(ad).toMatchObject({
          is_merchant: 1,
          is_floating: 1,
          obstacle: '',
          ways: ['ali_pay', 'we_chat', 'bank'],
        });
    }
});

it('release what was paid after five seconds', async () => {
  const { id: ad } = await best('sell');
  const { id } = await exchange.call(dealTake, { id: ad, number: '100' }, { user: ALICE });
  await later(60_000);
  expect(await stateOf(id)).toBe(0);
  await exchange.call(dealPay, { id }, { user: ALICE });
  await later(4_000);
  expect(await stateOf(id)).toBe(3);
  await later(1_500);
  expect(await stateOf(id)).toBe(1);
  expect(exchange.live.balance(ALICE, 'p2p', USDT).available).toBe(100n * COIN);
});

it('pay what they buy after three seconds, and the seller ends the deal alone', async () => {
  await exchange.call(
    walletChange,
    { number: '500', currency_id: USDT, from_field: 'change', to_field: 'legal' },
    { user: ALICE },
  );
  const { id: ad } = await best('buy');
  const take = { id: ad, number: '100', way: 'bank' } as const;
  const { id } = await exchange.call(dealTake, take, { user: ALICE });
  await later(2_000);
  expect(await stateOf(id)).toBe(0);
  await later(1_500);
  expect(await stateOf(id)).toBe(3);
  expect(await exchange.call(dealDetail, { id }, { user: ALICE })).toMatchObject({
    hes_realname: 'Demo Merchant North',
  });
  await exchange.stepUp(ALICE);
  await exchange.call(dealRelease, { id }, { user: ALICE });
  expect(await stateOf(id)).toBe(1);
  expect(exchange.live.balance(ALICE, 'p2p', USDT).available).toBe(400n * COIN);
});

it('call an unpaid deal off that its seller wants to, and no paid one', async () => {
  await exchange.call(
    walletChange,
    { number: '500', currency_id: USDT, from_field: 'change', to_field: 'legal' },
    { user: ALICE },
  );
  const { id: ad } = await best('buy');
  const take = { id: ad, number: '100', way: 'bank' } as const;
  const { id: unpaid } = await exchange.call(dealTake, take, { user: ALICE });
  const { id: paid } = await exchange.call(dealTake, take, { user: ALICE });
  await exchange.call(dealAskCancel, { id: unpaid }, { user: ALICE });
  await later(1_000);
  expect(await stateOf(unpaid)).toBe(2);
  await later(3_000);
  await exchange.call(dealAskCancel, { id: paid }, { user: ALICE });
  await later(1_000);
  const deal = await exchange.call(dealDetail, { id: paid }, { user: ALICE });
  expect(deal).toMatchObject({ is_sure: 3, is_cancel_asked: 0 });
});

it('offer anew what is used up', async () => {
  const first = await best('sell');
  for (let part = 0; part < 6; part++) {
    const { id } = await exchange.call(dealTake, { id: first.id, number: '6500' }, { user: ALICE });
    await exchange.call(dealPay, { id }, { user: ALICE });
    await later(5_500);
  }
  // Withdrawn in one round, published in the next that knows how it ended.
  await expect
    .poll(async () => {
      await house.rounds.runOnce();
      return (await best('sell')).id;
    })
    .not.toBe(first.id);
  expect((await best('sell')).surplus_number).toBe('50000');
  const { available } = exchange.live.balance(first.seller_id, 'p2p', USDT);
  expect(available).toBe(160_000n * COIN);
});

it('leave an ad away that an operator has removed', async () => {
  const { id: ad } = await best('sell');
  await exchange.engine.submit({ kind: 'p2p.removeAd', ad, operator: 1 });
  for (let round = 0; round < 5; round++) await later(1_000);
  const { data } = await exchange.call(adList, { type: 'sell', currency_id: USDT });
  expect(data).toHaveLength(2);
});

it('are filled up by the house when they have sold half of what they had', async () => {
  const { seller_id, id: ad } = await best('sell');
  const wallet = () => exchange.live.balance(seller_id, 'p2p', USDT).available;
  expect(wallet()).toBe(199_000n * COIN);
  for (const number of ['6500', '6500']) {
    const { id } = await exchange.call(dealTake, { id: ad, number }, { user: ALICE });
    await exchange.call(dealPay, { id }, { user: ALICE });
  }
  await later(5_500);
  expect(wallet()).toBe(186_000n * COIN);
  await exchange.engine.submit({
    kind: 'custody.transfer',
    user: seller_id,
    from: 'p2p',
    to: 'spot',
    currency: USDT,
    amount: (100_000n * COIN) as Amount,
  });
  await later(1_000);
  expect(wallet()).toBe(200_000n * COIN);
});

it('are the same ones after a restart, and have one bond each', async () => {
  const { seq } = exchange.live;
  await merchants().rounds.runOnce();
  expect(exchange.live.seq).toBe(seq);
  expect(exchange.alarms).toEqual([]);
});

it('are accounts that nobody can log in to, or get a new password for', async () => {
  const rows = await exchange.queries
    .selectFrom('users')
    .select(['email', 'mobile'])
    .where('account', 'like', '%@demo-merchant')
    .execute();
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ email: null, mobile: null })));
  const user_string = 'north@demo-merchant';
  await expect(exchange.call(userLogin, { user_string, password: 'Abcd9876' })).rejects.toThrow(
    'login_failed',
  );
  await expect(exchange.call(smsMail, { user_string, type: 'forget' })).rejects.toThrow(
    'email_invalid',
  );
});
