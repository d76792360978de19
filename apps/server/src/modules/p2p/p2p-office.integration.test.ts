import { officeAudit } from '@meridian/contract/office/calls';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { adList, adSend, dealPay, dealTake, ownAds, p2pCoins } from '@meridian/contract/p2p/calls';
import {
  officeP2pAdRemove,
  officeP2pAds,
  officeP2pDeals,
  officeP2pMerchant,
  officeP2pRestrict,
  officeP2pState,
  officeP2pTerms,
  officeP2pTermsSave,
  officeP2pTraders,
} from '@meridian/contract/p2p/office';
import { p2pBondPost } from '@meridian/contract/p2p/trader-calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

const HOUR_MS = 3_600_000;
const TERMS = {
  currency: 3,
  min_money: '20',
  max_money: '30000',
  band_bps: 1_500,
  two_operators_from: '9000',
  merchant_bond: '500',
  open: '1',
} as const;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
  for (const user of [ALICE, BOB]) {
    await exchange.queries
      .insertInto('payment_methods')
      .values(paidTo(user, `62220000${user}`))
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
  await exchange.queries.deleteFrom('proposals').execute();
  await office.as('owner', officeP2pTermsSave, TERMS);
  await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: 7_0000_0000 });
  for (const user of [ALICE, BOB])
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'legal' },
      { user },
    );
});

async function publish(): Promise<number> {
  const ad = {
    type: 'sell',
    currency_id: 3,
    price: '7',
    total_number: '1000',
    way: 'bank',
  } as const;
  await exchange.call(adSend, { ...ad, remark: 'Bank only' }, { user: ALICE });
  return (await exchange.call(ownAds, {}, { user: ALICE })).data[0]?.id ?? 0;
}

async function paidDeal(): Promise<number> {
  const id = await publish();
  const deal = await exchange.call(dealTake, { id, number: '100' }, { user: BOB });
  await exchange.call(dealPay, { id: deal.id }, { user: BOB });
  return deal.id;
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => (error instanceof WireRefusal ? error.answer['code'] : error),
  );
}

describe('terms', () => {
  it('are listed and changed by two operators, and closed by one', async () => {
    const [row] = await office.as('support', officeP2pTerms, {});
    expect(row).toEqual({
      ...{ currency: 3, currency_name: 'USDT', symbol: '', band_bps: 1_500, is_open: true },
      ...{ min_money: '20.00', max_money: '30000.00', two_operators_from: '9000.00' },
      merchant_bond: '500',
    });
    const changed = await office.send('owner', officeP2pTermsSave, { ...TERMS, min_money: '5' });
    expect(changed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect((await exchange.call(p2pCoins, {}))[0]?.min_money).toBe('20.00');
    const closed = await office.send('owner', officeP2pTermsSave, { ...TERMS, open: '0' });
    expect(closed.type).toBe('ok');
    expect((await exchange.call(p2pCoins, {}))[0]?.is_open).toBe(0);
  });

  it('of another coin go through its market with USDT; wrong ones are told why', async () => {
    await office.as('owner', officeP2pTermsSave, { ...TERMS, currency: 1, merchant_bond: '0' });
    const rows = await office.as('auditor', officeP2pTerms, {});
    expect(rows.find(({ currency }) => currency === 1)).toMatchObject({
      ...{ symbol: 'BTC/USDT', merchant_bond: '0' },
    });
    for (const [fields, code] of [
      [{ currency: 999 }, 'currency_unknown'],
      [{ min_money: '0' }, 'number_not_positive'],
      [{ min_money: '30001' }, 'number_range'],
      [{ min_money: '0.001' }, 'number_precision'],
      [{ band_bps: 10_001 }, 'number_not_between'],
    ] as const)
      expect(await office.send('owner', officeP2pTermsSave, { ...TERMS, ...fields })).toMatchObject(
        { code },
      );
  });
});

it('an ad is seen and taken away, which the log says before it happens', async () => {
  const id = await publish();
  const { list, total } = await office.as('support', officeP2pAds, { currency: 3 });
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({
    ...{ id, user: ALICE, account: `${ALICE}@test`, type: 'sell', price: '7' },
    ...{ surplus_number: '1000', open_number: '0', is_private: false, remark: 'Bank only' },
  });
  expect(await office.send('support', officeP2pAdRemove, { id, reason: 'x' })).toMatchObject({
    status: 403,
  });
  await office.as('compliance', officeP2pAdRemove, { id, reason: 'A lure' });
  expect((await exchange.call(adList, {})).data).toEqual([]);
  expect(
    await office.send('compliance', officeP2pAdRemove, { id, reason: 'A lure' }),
  ).toMatchObject({ code: 'ad_not_found' });
  const { list: log } = await office.as('auditor', officeAudit, {});
  expect(log.find(({ action }) => action === 'p2p.ad_remove')).toMatchObject({
    subject: `ad ${id}`,
  });
});

it('deals are listed by state and customer; one that is paid for over an hour is stuck', async () => {
  const id = await paidDeal();
  const listed = async (input: object) =>
    (await office.as('support', officeP2pDeals, input)).list.map((deal) => deal.id);
  expect(await listed({ status: 'paid' })).toEqual([id]);
  expect(await listed({ status: 'unpaid' })).toEqual([]);
  expect(await listed({ status: 'stuck' })).toEqual([]);
  expect(await listed({ q: `${BOB}` })).toEqual([id]);
  expect(await listed({ q: 'nobody' })).toEqual([]);
  exchange.engine.advance(HOUR_MS + 1_000);
  await exchange.engine.submit({ kind: 'clock.tick' });
  expect(await listed({ status: 'stuck' })).toEqual([id]);
  const { list } = await office.as('support', officeP2pDeals, {});
  expect(list[0]).toMatchObject({
    ...{ buyer: BOB, seller: ALICE, taker: 'buyer', number: '100', price: '7', money: '700.00' },
    ...{ way: 'bank', status: 'paid', is_stuck: true, ended_by: '', appeal: 0, to_buyer: '0' },
  });
  expect(await office.as('finance', officeP2pState, {})).toMatchObject({
    ...{ rate: '7', stuck_deals: 1, open_appeals: 0 },
    coins: [
      {
        ...{ currency_name: 'USDT', reference: '7', escrow: '100', escrow_money: '700.00' },
        ...{ deals: 1, paid_deals: 1, ads: 1, is_open: true },
      },
    ],
  });
});

it('a trader is restricted by one operator and let again by two', async () => {
  await paidDeal();
  const restrict = (hours: number) => ({ user: BOB, hours, reason: 'Reports' });
  await office.as('compliance', officeP2pRestrict, restrict(24));
  const restricted = await office.as('support', officeP2pTraders, { kind: 'restricted' });
  expect(restricted.list.map(({ id }) => id)).toEqual([BOB]);
  expect(restricted.list[0]).toMatchObject({ open_deals: 1, completed: 0, is_merchant: false });
  const [ad] = (await exchange.call(adList, {})).data;
  const take = () => exchange.call(dealTake, { id: ad?.id ?? 0, number: '10' }, { user: BOB });
  expect(await codeOf(take())).toBe('p2p_restricted');
  for (const hours of [0, 1]) {
    const shorter = await office.send('compliance', officeP2pRestrict, restrict(hours));
    expect(shorter.message).toMatchObject({ proposal: expect.any(Number) as number });
  }
  expect(await codeOf(take())).toBe('p2p_restricted');
  await exchange.queries.deleteFrom('proposals').execute();
  await office.as('compliance', officeP2pRestrict, restrict(0));
  expect(await codeOf(take())).toBeUndefined();
});

it('a merchant has posted a bond, is named by two operators and ended by one', async () => {
  const merchant = { user: ALICE, merchant: '1', reason: 'Known for years' } as const;
  expect(await office.send('owner', officeP2pMerchant, merchant)).toMatchObject({
    code: 'bond_missing',
  });
  await exchange.call(p2pBondPost, { currency_id: 3, number: '500' }, { user: ALICE });
  const isMerchant = () => exchange.live.p2p.trader(ALICE)?.isMerchant;
  const bonded = async () =>
    (await office.as('support', officeP2pTraders, { kind: 'bonded' })).list.map(({ id }) => id);
  expect(await bonded()).toEqual([ALICE]);
  // A bond that is too small is refused before a second operator is asked.
  const known = exchange.live.p2p.termsOf(3);
  if (known === undefined) throw new Error('no terms');
  const terms = { ...known, merchantBond: (501n * 10n ** 8n) as Amount };
  await exchange.engine.submit({ kind: 'p2p.terms', terms });
  expect(await office.send('owner', officeP2pMerchant, merchant)).toMatchObject({
    code: 'bond_missing',
  });
  expect(await bonded()).toEqual([]);
  await exchange.engine.submit({ kind: 'p2p.terms', terms: known });
  expect(await bonded()).toEqual([ALICE]);
  await office.send('owner', officeP2pMerchant, merchant);
  expect(isMerchant()).toBe(false);
  await exchange.queries.deleteFrom('proposals').execute();
  await office.as('owner', officeP2pMerchant, merchant);
  expect(isMerchant()).toBe(true);
  expect(await bonded()).toEqual([]);
  const { list } = await office.as('support', officeP2pTraders, { kind: 'merchants' });
  expect(list[0]).toMatchObject({ id: ALICE, bond: '500', bond_currency: 'USDT' });
  const ended = await office.send('owner', officeP2pMerchant, { ...merchant, merchant: '0' });
  expect(ended.type).toBe('ok');
  expect(isMerchant()).toBe(false);
});

it('who may see and who may act is a matter of the role', async () => {
  for (const role of ROLE_NAMES) {
    const permissions: readonly string[] = ROLES[role];
    const seen = await office.send(role, officeP2pState, {});
    expect(seen.type === 'ok', role).toBe(permissions.includes('p2p.read'));
    const acted = await office.send(role, officeP2pAdRemove, { id: 999, reason: 'x' });
    expect(acted.code, role).toBe(
      permissions.includes('p2p.act') ? 'ad_not_found' : 'permission_denied',
    );
  }
});
