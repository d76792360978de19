import { appealOpen, appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import {
  adDeals,
  adEdit,
  adList,
  adPause,
  adSend,
  adWithdraw,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealPay,
  dealRelease,
  dealTake,
  ownAds,
  ownDeals,
  p2pCoins,
} from '@meridian/contract/p2p/calls';
import { p2pTrader } from '@meridian/contract/p2p/trader-calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

const CAROL = ALICE + 2;
const DAY_MS = 86_400_000;
const UNVERIFIED = ALICE + 3;
const SEVEN = 7_0000_0000;
const CNY = (yuan: number) => BigInt(yuan * 100) as Amount;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open(4);
  for (const user of [ALICE, BOB, CAROL]) {
    await exchange.queries
      .insertInto('payment_methods')
      .values({ ...paidTo(user, `62220000${user}`) })
      .execute();
    await exchange.queries
      .updateTable('users')
      .set({ review_status: 'approved' })
      .where('id', '=', BigInt(user))
      .execute();
  }
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.engine.submit({
    kind: 'p2p.terms',
    terms: {
      currency: 3,
      market: 0,
      minFiat: CNY(10),
      maxFiat: CNY(50_000),
      bandBps: 2_000,
      twoOperatorsFrom: CNY(10_000),
      merchantBond: 0n as Amount,
      isOpen: true,
    },
  });
  await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: SEVEN });
  for (const user of [ALICE, BOB, CAROL])
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'legal' },
      { user },
    );
});

const AD = {
  type: 'sell',
  currency_id: 3,
  price: '7.05',
  total_number: '1000',
  way: 'bank',
  min_number: '10',
} as const;

/** Publishes an ad; its number. */
async function publish(
  user = ALICE,
  more: Partial<CallInput<typeof adSend>> = {},
): Promise<number> {
  await exchange.call(adSend, { ...AD, ...more }, { user });
  const { data } = await exchange.call(ownAds, {}, { user });
  return data[0]?.id ?? 0;
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}

/** Keeps somebody from dealing until so long after now. */
async function restrict(trader: number, ms: number): Promise<void> {
  const untilMs = exchange.live.timeMs + ms;
  await exchange.engine.submit({ kind: 'p2p.restrict', trader, untilMs, operator: 1 });
}

function wallet(user: number): { readonly available: string; readonly held: string } {
  const { available, held } = exchange.live.balance(user, 'p2p', 3);
  return { available: String(available / 10n ** 8n), held: String(held / 10n ** 8n) };
}

describe('an ad', () => {
  it('is published, listed for others without accounts, changed, paused and withdrawn', async () => {
    const id = await publish();
    const { data } = await exchange.call(adList, { type: 'sell', currency_id: 3 });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id,
      type: 'sell',
      price: '7.05',
      surplus_number: '1000',
      min_number: '10',
      max_number: '1000',
      way: 'bank',
      ways: ['bank'],
      obstacle: '',
    });
    expect(JSON.stringify(data)).not.toContain('6222');
    await exchange.call(adEdit, { ...AD, id, price: '7.10' }, { user: ALICE });
    const changed = await exchange.call(adList, {});
    expect(changed.data[0]?.price).toBe('7.1');
    await exchange.call(adPause, { id, is_paused: '1' }, { user: ALICE });
    expect((await exchange.call(adList, {})).data).toEqual([]);
    await exchange.call(adPause, { id, is_paused: '0' }, { user: ALICE });
    await exchange.call(adWithdraw, { id }, { user: ALICE });
    expect((await exchange.call(adList, {})).data).toEqual([]);
    expect(await refusal(exchange.call(adWithdraw, { id }, { user: BOB }))).toBe('ad_not_found');
  });

  it('shows the limits of one deal as the core has them', async () => {
    const limits = async () => {
      const { data } = await exchange.call(adList, { type: 'sell', currency_id: 3 });
      return data.map(({ min_number, max_number }) => [min_number, max_number]);
    };
    // At least 10 CNY, to which more than 9.99 is rounded up, and at most the wallet's balance.
    const id = await publish(ALICE, { min_number: '1', total_number: '10000' });
    expect(await limits()).toEqual([['1.41702128', '5000']]);
    const found = async (money: string) =>
      (await exchange.call(adList, { type: 'sell', currency_id: 3, money })).data.length;
    expect([
      await found('9.99'),
      await found('10'),
      await found('35250'),
      await found('35250.01'),
    ]).toEqual([0, 1, 1, 0]);
    const take = (number: string) =>
      refusal(exchange.call(dealTake, { id, number }, { user: BOB }));
    expect([await take('1.41702127'), await take('5000.00000001')]).toEqual([
      'fiat_out_of_limits',
      'ad_short',
    ]);
    // The rest in the wallet is less than the least of a deal: nobody can take the ad.
    await exchange.call(
      walletChange,
      { number: '4999', currency_id: 3, from_field: 'legal', to_field: 'change' },
      { user: ALICE },
    );
    expect(await limits()).toEqual([]);
    expect(await take('1.41702128')).toBe('ad_short');
  });

  it('has a remark of several lines, and no other control characters', async () => {
    await publish(ALICE, { remark: 'Bank only.\r\nNo third party.' });
    const { data } = await exchange.call(adList, { type: 'sell', currency_id: 3 });
    expect(data[0]?.remark).toBe('Bank only.\r\nNo third party.');
    for (const sign of ['\t', '\u0000', '\u001b', '\u007f'])
      expect(await refusal(publish(ALICE, { remark: `a${sign}b` }))).toBe('input_invalid');
  });

  it('asks for identity first and for an account next', async () => {
    const call = (user: number, way: 'bank' | 'ali_pay') =>
      exchange
        .call(adSend, { ...AD, way }, { user })
        .catch((error: unknown) => error as WireRefusal);
    expect((await call(UNVERIFIED, 'bank')) as WireRefusal).toMatchObject({
      answer: { type: '998', code: 'p2p_unverified' },
    });
    expect((await call(ALICE, 'ali_pay')) as WireRefusal).toMatchObject({
      answer: { type: '997', code: 'payee_missing' },
    });
  });

  it('stands by price: cheapest first for who buys, dearest first for who sells', async () => {
    for (const price of ['7.2', '7', '7.1']) await publish(ALICE, { price });
    const { price: _price, ...floating } = AD;
    const around = { offset: '0.5', min_price: '6', max_price: '8' };
    await exchange.call(adSend, { ...floating, ...around }, { user: BOB });
    const sells = await exchange.call(adList, { type: 'sell' });
    expect(sells.data.map(({ price }) => price)).toEqual(['7', '7.035', '7.1', '7.2']);
    for (const price of ['6.9', '7', '6.8']) await publish(ALICE, { type: 'buy', price });
    const buys = await exchange.call(adList, { type: 'buy' });
    expect(buys.data.map(({ price }) => price)).toEqual(['7', '6.9', '6.8']);
    const fits = await exchange.call(adList, { type: 'sell', money: '7080' }, { user: BOB });
    expect(fits.data.map(({ price }) => price)).toEqual(['7.1', '7.2']);
  });

  it('that is private is found by who knows its code', async () => {
    await publish(ALICE, { is_private: '1' });
    expect((await exchange.call(adList, {})).data).toEqual([]);
    const { data } = await exchange.call(ownAds, {}, { user: ALICE });
    const { code = '', id = 0 } = data[0] ?? {};
    expect((await exchange.call(adList, { code })).data).toHaveLength(1);
    const take = (named: object) =>
      exchange.call(dealTake, { id, number: '100', ...named }, { user: BOB });
    expect(await refusal(take({}))).toBe('ad_not_found');
    expect(await refusal(take({ code }))).toBeUndefined();
  });

  it('tells why it cannot be taken', async () => {
    const terms = { completed_deals: 1 };
    await publish(ALICE, terms);
    const seen = async (user: number) =>
      (await exchange.call(adList, {}, { user })).data[0]?.obstacle;
    expect(await seen(ALICE)).toBe('own');
    expect(await seen(BOB)).toBe('deals');
    const hidden = await exchange.call(adList, { can_take: '1' }, { user: BOB });
    expect(hidden.data).toEqual([]);
  });

  it('says what keeps somebody from every ad, as the core does', async () => {
    const ad = await publish();
    const pair = async (user: number) => [
      (await exchange.call(adList, {}, { user })).data[0]?.obstacle,
      await refusal(exchange.call(dealTake, { id: ad, number: '10' }, { user })),
    ];
    expect(await pair(UNVERIFIED)).toEqual(['unverified', 'p2p_unverified']);
    for (let count = 0; count < 3; count++) {
      const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
      await exchange.call(dealCancel, { id }, { user: BOB });
    }
    expect(await pair(BOB)).toEqual(['cancels', 'cancels_reached']);
    for (let count = 0; count < 20; count++)
      await exchange.call(dealTake, { id: ad, number: '10' }, { user: CAROL });
    expect(await pair(CAROL)).toEqual(['many', 'p2p_deals_too_many']);
    await restrict(CAROL, DAY_MS);
    expect(await pair(CAROL)).toEqual(['restricted', 'p2p_restricted']);
  });

  it('says the same of one side: marks that were taken back, coins that may not leave', async () => {
    const ad = await publish();
    const wanted = await publish(ALICE, { type: 'buy', way: 'bank' });
    const seen = async (type: 'buy' | 'sell') =>
      (await exchange.call(adList, { type }, { user: BOB })).data[0]?.obstacle;
    const take = (id: number) =>
      refusal(exchange.call(dealTake, { id, number: '10' }, { user: BOB }));
    for (let count = 0; count < 3; count++) {
      const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
      await exchange.call(dealPay, { id }, { user: BOB });
      await exchange.call(dealAskCancel, { id }, { user: ALICE });
      await exchange.call(dealAnswerCancel, { id, accepts: '1' }, { user: BOB });
    }
    expect([await seen('sell'), await take(ad)]).toEqual(['restricted', 'p2p_restricted']);
    expect(await seen('buy')).toBe('');
    // An own ad that buys rests too, and is on no list.
    const own = await publish(BOB, { type: 'buy' });
    const ids = (await exchange.call(adList, { type: 'buy' }, { user: CAROL })).data;
    expect(ids.map(({ id }) => id)).toEqual([wanted]);
    const sale = exchange.call(dealTake, { id: own, number: '10' }, { user: CAROL });
    expect(await refusal(sale)).toBe('ad_paused');
    const untilMs = exchange.live.timeMs + DAY_MS;
    await exchange.engine.submit({ kind: 'custody.holdBack', user: BOB, untilMs });
    expect([await seen('buy'), await take(wanted)]).toEqual(['held', 'withdrawals_held']);
  });

  it('tells its owner why nobody can take it', async () => {
    const seen = async () =>
      (await exchange.call(ownAds, { type: 'sell' }, { user: ALICE })).data[0]?.obstacle;
    const id = await publish();
    expect(await seen()).toBe('');
    const back = {
      number: '4995',
      currency_id: 3,
      from_field: 'legal',
      to_field: 'change',
    } as const;
    await exchange.call(walletChange, back, { user: ALICE });
    expect((await exchange.call(adList, {})).data).toEqual([]);
    expect(await seen()).toBe('empty');
    await exchange.call(adPause, { id, is_paused: '1' }, { user: ALICE });
    expect(await seen()).toBe('paused');
    await exchange.call(adPause, { id, is_paused: '0' }, { user: ALICE });
    await restrict(ALICE, DAY_MS);
    expect(await seen()).toBe('restricted');
  });

  it('asks for a level before it says that its price rests, as the core does', async () => {
    const bounds = { price: undefined, offset: '1', min_price: '6', max_price: '6.5', level: 2 };
    const { price: _price, ...floating } = { ...AD, ...bounds };
    await exchange.call(adSend, floating, { user: ALICE });
    // Lists leave it out while it rests; its owner's page does not.
    const [ad] = (await exchange.call(p2pTrader, { id: ALICE }, { user: BOB })).ads;
    expect(ad?.obstacle).toBe('level');
    const take = exchange.call(dealTake, { id: ad?.id ?? 0, number: '10' }, { user: BOB });
    expect(await refusal(take)).toBe('taker_level_low');
    const wrong = { ...floating, min_price: '8', max_price: '7' };
    expect(await refusal(exchange.call(adSend, wrong, { user: ALICE }))).toBe('number_range');
  });

  it('of somebody who may not deal is on no list', async () => {
    const ad = await publish();
    await restrict(ALICE, DAY_MS);
    expect((await exchange.call(adList, {})).data).toEqual([]);
    expect(await refusal(exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB }))).toBe(
      'ad_paused',
    );
    await restrict(ALICE, -1);
    expect((await exchange.call(adList, {})).data).toHaveLength(1);
  });
});

describe('a seller', () => {
  it('is paid to an account that is a day old, on an ad and on a deal', async () => {
    const id = await publish(BOB, { type: 'buy' });
    const saved = (ms: number) =>
      exchange.queries
        .updateTable('payment_methods')
        .set({ bank_since: new Date(Date.now() - ms) })
        .where('user_id', '=', BigInt(ALICE))
        .execute();
    const edited = await publish();
    const sells = async () => [
      await refusal(exchange.call(adSend, AD, { user: ALICE })),
      await refusal(exchange.call(adEdit, { ...AD, id: edited }, { user: ALICE })),
      await refusal(exchange.call(dealTake, { id, number: '20' }, { user: ALICE })),
    ];
    await saved(DAY_MS - 60_000);
    expect(await sells()).toEqual(Array(3).fill('deal_account_waits'));
    await saved(DAY_MS);
    expect(await sells()).toEqual(Array(3).fill(undefined));
  });

  it('waits until the device is known; a buyer does not', async () => {
    const buys = await publish(BOB, { type: 'buy' });
    const sells = await publish(BOB);
    const edited = await publish();
    exchange.doSalesAskForDevices = true;
    onTestFinished(() => void (exchange.doSalesAskForDevices = false));
    const asAlice = async (first: number) => {
      await exchange.queries
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - first) })
        .where('user_id', '=', BigInt(ALICE))
        .execute();
      return [
        await refusal(exchange.call(adSend, AD, { user: ALICE })),
        await refusal(exchange.call(adEdit, { ...AD, id: edited }, { user: ALICE })),
        await refusal(exchange.call(dealTake, { id: buys, number: '20' }, { user: ALICE })),
        await refusal(exchange.call(dealTake, { id: sells, number: '20' }, { user: ALICE })),
      ];
    };
    expect(await asAlice(0)).toEqual([...Array<unknown>(3).fill('new_device_wait'), undefined]);
    expect(await asAlice(DAY_MS + 60_000)).toEqual(Array(4).fill(undefined));
  });

  it('releases nothing from a device where the login is all that was proven', async () => {
    const ad = await publish();
    const { id } = await exchange.call(dealTake, { id: ad, number: '1000' }, { user: BOB });
    await exchange.call(dealPay, { id }, { user: BOB });
    exchange.doSalesAskForDevices = true;
    onTestFinished(() => void (exchange.doSalesAskForDevices = false));
    await exchange.logIn(ALICE);
    const release = () => refusal(exchange.call(dealRelease, { id }, { user: ALICE }));
    expect(await release()).toBe('new_device_wait');
    // A buyer's new device gives nothing back that was paid for, and lets no appeal go.
    await exchange.call(dealAskCancel, { id }, { user: ALICE });
    await exchange.logIn(BOB);
    const agree = exchange.call(dealAnswerCancel, { id, accepts: '1' }, { user: BOB });
    expect(await refusal(agree)).toBe('new_device_wait');
    expect(wallet(ALICE)).toEqual({ available: '4000', held: '1000' });
  });
});

describe('a deal', () => {
  it('is taken, paid and released; both see it, nobody else does', async () => {
    const ad = await publish();
    const { id } = await exchange.call(dealTake, { id: ad, number: '100' }, { user: BOB });
    expect(wallet(ALICE)).toEqual({ available: '4900', held: '100' });
    const [coin] = await exchange.call(p2pCoins, {});
    expect(coin).toMatchObject({ currency_name: 'USDT', escrow: '100', open_deals: 1 });
    const bought = await exchange.call(dealDetail, { id }, { user: BOB });
    expect(bought).toMatchObject({
      type: 'buy',
      is_sure: 0,
      number: '100',
      deal_money: '705.00',
      way: 'bank',
      way_name: 'Bank transfer',
      sell_cash_info: { real_name: 'Somebody', bank_account: `62220000${ALICE}` },
    });
    expect(await exchange.call(dealDetail, { id }, { user: ALICE })).toMatchObject({
      type: 'sell',
    });
    expect(await refusal(exchange.call(dealDetail, { id }, { user: CAROL }))).toBe(
      'p2p_deal_not_found',
    );
    await exchange.call(dealPay, { id }, { user: BOB });
    await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
    expect(await refusal(exchange.call(dealRelease, { id }, { user: ALICE }))).toBe(
      'step_up_required',
    );
    await exchange.stepUp(ALICE);
    await exchange.call(dealRelease, { id }, { user: ALICE });
    expect(wallet(BOB)).toEqual({ available: '5100', held: '0' });
    const done = await exchange.call(ownDeals, { is_sure: '1' }, { user: BOB });
    expect(done.data.map((each) => each.id)).toEqual([id]);
    const sold = await exchange.call(adDeals, { id: ad }, { user: ALICE });
    expect(sold.data).toHaveLength(1);
    expect(await refusal(exchange.call(adDeals, { id: ad }, { user: BOB }))).toBe('ad_not_found');
  });

  it('that was paid is given back, and an appeal withdrawn, by who proves to be the owner', async () => {
    const ad = await publish();
    const { id } = await exchange.call(dealTake, { id: ad, number: '100' }, { user: BOB });
    await exchange.call(dealPay, { id }, { user: BOB });
    await exchange.call(dealAskCancel, { id }, { user: ALICE });
    const said = { reason: 'other', statement: 'Send it back.' } as const;
    const appeal = await exchange.call(appealOpen, { id, ...said }, { user: ALICE });
    await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
    const agree = () => exchange.call(dealAnswerCancel, { id, accepts: '1' }, { user: BOB });
    const withdraw = () => exchange.call(appealWithdraw, { id: appeal.id }, { user: ALICE });
    expect([await refusal(agree()), await refusal(withdraw())]).toEqual([
      'step_up_required',
      'step_up_required',
    ]);
    await exchange.stepUp(ALICE);
    await exchange.stepUp(BOB);
    expect([await refusal(withdraw()), await refusal(agree())]).toEqual([undefined, undefined]);
    expect(wallet(ALICE)).toEqual({ available: '5000', held: '0' });
  });

  it('of an ad that has ended is refused as of one that never was, without its code', async () => {
    const id = await publish(ALICE, { is_private: '1' });
    await exchange.call(adWithdraw, { id }, { user: ALICE });
    const take = exchange.call(dealTake, { id, number: '10', way: 'ali_pay' }, { user: BOB });
    expect(await refusal(take)).toBe('ad_not_found');
  });

  it('is cancelled by its buyer, three times a day', async () => {
    const ad = await publish();
    for (const left of [2, 1, 0]) {
      const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
      expect(await refusal(exchange.call(dealCancel, { id }, { user: ALICE }))).toBe(
        'deal_other_party',
      );
      await exchange.call(dealCancel, { id }, { user: BOB });
      expect((await exchange.call(ownDeals, {}, { user: BOB })).cancels_left).toBe(left);
    }
    expect(await refusal(exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB }))).toBe(
      'cancels_reached',
    );
  });

  it('that is not paid for is called off together without a proof', async () => {
    const ad = await publish();
    const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
    await exchange.call(dealAskCancel, { id }, { user: ALICE });
    await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
    const agree = exchange.call(dealAnswerCancel, { id, accepts: '1' }, { user: BOB });
    expect(await refusal(agree)).toBeUndefined();
  });

  it('of two acts on one version the first one counts, and the other is told why', async () => {
    const ad = await publish();
    const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
    const acts = await Promise.all([
      refusal(exchange.call(dealPay, { id, version: 1 }, { user: BOB })),
      refusal(exchange.call(dealCancel, { id, version: 1 }, { user: BOB })),
    ]);
    expect([
      [undefined, 'deal_paid'],
      ['deal_cancelled', undefined],
    ]).toContainEqual(acts);
  });

  it('is not made at a worse price than the taker saw', async () => {
    const ad = await publish();
    const take = exchange.call(dealTake, { id: ad, number: '10', price: '7.04' }, { user: BOB });
    expect(await refusal(take)).toBe('ad_changed');
  });

  it('of a buy ad is paid into the own account of who sells', async () => {
    const ad = await publish(ALICE, { type: 'buy', price: '6.95' });
    const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: BOB });
    expect(await exchange.call(dealDetail, { id }, { user: ALICE })).toMatchObject({
      type: 'buy',
      is_maker: 1,
      sell_cash_info: { bank_account: `62220000${BOB}` },
    });
  });
});
