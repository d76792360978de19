import { userInfo } from '@meridian/contract/account/calls';
import {
  adList,
  adPause,
  adSend,
  dealCancel,
  dealPay,
  dealRelease,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import {
  p2pBlock,
  p2pBlocks,
  p2pBond,
  p2pBondPost,
  p2pBondReturn,
  p2pTrader,
} from '@meridian/contract/p2p/trader-calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const CAROL = ALICE + 2;
const STRANGER = ALICE + 3;
const MINUTE_MS = 60_000;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open(4);
  await verifiedTraders(exchange, [ALICE, BOB, CAROL]);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await openP2p(exchange, [ALICE, BOB, CAROL]);
});

async function publish(user = ALICE): Promise<number> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10' }, { user });
  return (await exchange.call(ownAds, {}, { user })).data[0]?.id ?? 0;
}

const page = (id: number, user?: number) =>
  exchange.call(p2pTrader, { id }, user === undefined ? {} : { user });

/** A deal that is paid and released after these minutes. */
async function deal(ad: number, user: number, [pay, release]: readonly [number, number]) {
  const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user });
  // Each command takes a millisecond.
  exchange.engine.advance(pay * MINUTE_MS - 1);
  await exchange.call(dealPay, { id }, { user });
  exchange.engine.advance(release * MINUTE_MS - 1);
  await exchange.stepUp(ALICE);
  await exchange.call(dealRelease, { id }, { user: ALICE });
}

describe('the page of a trader', () => {
  it('counts deals, counterparties and how long payments and releases took', async () => {
    const ad = await publish();
    await deal(ad, BOB, [2, 1]);
    await deal(ad, BOB, [4, 3]);
    await deal(ad, CAROL, [1, 8]);
    const other = await publish(CAROL);
    const { id } = await exchange.call(dealTake, { id: other, number: '10' }, { user: BOB });
    await exchange.call(dealCancel, { id }, { user: BOB });

    expect(await page(ALICE)).toMatchObject({
      id: ALICE,
      is_own: 0,
      is_merchant: 0,
      orders_all: 3,
      completed_all: 3,
      orders_30d: 3,
      completed_30d: 3,
      completion_rate: '100',
      pay_minutes_median: '',
      release_minutes_median: '3.0',
      release_minutes_p90: '8.0',
      counterparties: 2,
      appeals_lost: 0,
      balance: '',
      frozen: '',
    });
    expect(await page(BOB)).toMatchObject({
      orders_all: 3,
      completed_all: 2,
      completion_rate: '66.66',
      pay_minutes_median: '2.0',
      pay_minutes_p90: '4.0',
      release_minutes_median: '',
      counterparties: 1,
      ads: [],
    });
  });

  it('shows the wallet to its owner alone, and the ads that all may see', async () => {
    const id = await publish();
    await exchange.call(dealTake, { id, number: '100' }, { user: BOB });
    const own = await page(ALICE, ALICE);
    expect(own).toMatchObject({ is_own: 1, balance: '4900', frozen: '100' });
    expect(await page(ALICE, BOB)).toMatchObject({ is_own: 0, balance: '', frozen: '' });
    expect((await page(ALICE, BOB)).ads.map((ad) => ad.id)).toEqual([id]);
    expect(own.registered_day).toMatch(/^\d{4}-\d\d-\d\d$/);
    await exchange.call(adPause, { id: 0, is_paused: '1' }, { user: ALICE });
    expect(await page(ALICE, BOB)).toMatchObject({ is_away: 1, ads: [] });
  });

  it('is of nobody who went away and came back, and has done nothing else', async () => {
    for (const is_paused of ['1', '0'] as const)
      await exchange.call(adPause, { id: 0, is_paused }, { user: CAROL });
    expect(await refusalOf(page(CAROL, ALICE))).toBe('trader_not_found');
  });

  it('does not tell whether a user exists who has done nothing here', async () => {
    expect(await refusalOf(page(STRANGER, ALICE))).toBe('trader_not_found');
    expect(await refusalOf(page(STRANGER + 1_000, ALICE))).toBe('trader_not_found');
    expect(await refusalOf(page(STRANGER))).toBe('trader_not_found');
    expect(await page(STRANGER, STRANGER)).toMatchObject({ is_own: 1, orders_all: 0 });
    // The other side of a deal sees the user who took the ad.
    const id = await publish();
    expect(await refusalOf(page(BOB, ALICE))).toBe('trader_not_found');
    await exchange.call(dealTake, { id, number: '10' }, { user: BOB });
    expect(await page(BOB, ALICE)).toMatchObject({ id: BOB, orders_all: 0 });
    expect(await refusalOf(page(BOB, CAROL))).toBe('trader_not_found');
  });
});

describe('a block', () => {
  it('hides the ads of each from the other until it ends', async () => {
    const id = await publish();
    const block = (is_blocked: '0' | '1') =>
      exchange.call(p2pBlock, { id: ALICE, is_blocked }, { user: BOB });
    await block('1');
    const [row, ...others] = await exchange.call(p2pBlocks, {}, { user: BOB });
    expect(others).toEqual([]);
    expect(row?.id).toBe(ALICE);
    expect(row?.seller_name).not.toContain(String(ALICE));
    expect((await exchange.call(adList, {}, { user: BOB })).data).toEqual([]);
    expect(await page(ALICE, BOB)).toMatchObject({ is_blocked: 1, ads: [] });
    const take = () => exchange.call(dealTake, { id, number: '10' }, { user: BOB });
    expect(await refusalOf(take())).toBe('ad_not_found');
    await block('0');
    expect(await exchange.call(p2pBlocks, {}, { user: BOB })).toEqual([]);
    expect(await refusalOf(take())).toBeUndefined();
  });

  it('names no user who is no trader, and not oneself', async () => {
    for (const id of [STRANGER, STRANGER + 1_000, BOB]) {
      const blocked = exchange.call(p2pBlock, { id, is_blocked: '1' }, { user: BOB });
      expect(await refusalOf(blocked)).toBe('trader_not_found');
    }
  });
});

describe('the bond of a merchant', () => {
  it('is posted, makes a merchant with the office, and is returned', async () => {
    const user = ALICE;
    const post = (number: string) =>
      exchange.call(p2pBondPost, { currency_id: 3, number }, { user });
    expect(await exchange.call(p2pBond, {}, { user })).toEqual({
      is_merchant: 0,
      bond: [],
      wanted: [{ currency_id: 3, currency_name: 'USDT', number: '1000' }],
    });
    expect(await refusalOf(post('999'))).toBe('bond_too_small');
    await post('1000');
    expect(await refusalOf(post('1000'))).toBe('bond_exists');
    expect(await page(user, user)).toMatchObject({ balance: '4000', frozen: '1000' });
    await exchange.engine.submit({ kind: 'p2p.merchant', user, isMerchant: true, operator: 1 });
    expect(await exchange.call(p2pBond, {}, { user })).toMatchObject({
      is_merchant: 1,
      bond: [{ currency_name: 'USDT', number: '1000' }],
    });
    expect(await exchange.call(userInfo, {}, { user })).toMatchObject({
      is_seller: 1,
      seller: [1],
    });
    await exchange.call(adPause, { id: 0, is_paused: '1' }, { user });
    expect(await exchange.call(userInfo, {}, { user })).toMatchObject({
      is_seller: 1,
      seller: [0],
    });
    await exchange.call(p2pBondReturn, {}, { user });
    expect(await exchange.call(userInfo, {}, { user })).toMatchObject({ is_seller: 0, seller: [] });
    expect(await refusalOf(exchange.call(p2pBondReturn, {}, { user }))).toBe('bond_missing');
  });
});
