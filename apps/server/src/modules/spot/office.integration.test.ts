/**
 * Operators look at open orders of the spot market and end them, over real HTTP, with the
 * customer's view of it.
 */
import { officeAudit } from '@meridian/contract/office/calls';
import { officeOrders, officeOrdersCancel } from '@meridian/contract/spot/office';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import {
  transactionComplete,
  transactionDel,
  transactionIn,
  transactionOpen,
} from '@meridian/contract/spot/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { STARTING_MARKETS } from '../market/starting-catalog.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange?.close());
beforeEach(() => exchange.reset());

const bid = (user: number, price: string): Promise<{ id: number }> =>
  exchange.call(
    transactionIn,
    { legal_id: 3, currency_id: 1, price, num: '0.1', mode: '2' },
    { user },
  ) as Promise<{ id: number }>;

async function openOf(user: number): Promise<number> {
  return (await exchange.call(transactionOpen, {}, { user })).total;
}

describe('orders in the office', () => {
  test('are listed oldest first, by customer and by market', async () => {
    const first = await bid(ALICE, '59000');
    const second = await bid(BOB, '59100');
    const { list, total } = await office.as('support', officeOrders, {});
    expect(
      list.map(({ id, user, symbol, side, price, number }) => [
        id,
        user,
        symbol,
        side,
        price,
        number,
      ]),
    ).toEqual([
      [first.id, ALICE, 'BTC/USDT', 'buy', '59000', '0.1'],
      [second.id, BOB, 'BTC/USDT', 'buy', '59100', '0.1'],
    ]);
    expect(total).toBe(2);
    expect(
      (await office.as('support', officeOrders, { q: String(BOB) })).list.map(({ id }) => id),
    ).toEqual([second.id]);
    expect((await office.as('support', officeOrders, { symbol: 'btc' })).total).toBe(2);
    expect((await office.as('support', officeOrders, { symbol: 'ETH/USDT' })).total).toBe(0);
    expect((await office.as('support', officeOrders, { page: 2 })).list).toEqual([]);
  });

  test('are those of customers, of the exchange itself, or of all', async () => {
    const own = await bid(ALICE, '59000');
    for (const currency of [1, 3])
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user: SYSTEM.demoMaker,
        wallet: 'spot',
        currency,
        amount: 1_000_000_000_000n as Amount,
        reference: 'test',
      });
    const quote = {
      kind: 'spot.place',
      user: SYSTEM.demoMaker,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 5_800_000 as PriceTicks,
      quantityLots: 100 as QuantityLots,
      timeInForce: 'gtc',
      postOnly: true,
      selfTrade: 'expireTaker',
    } as const;
    for (let quotes = 0; quotes < 2; quotes++)
      expect((await exchange.engine.submit(quote)).outcome).toMatchObject({ ok: true });
    const listed = async (owner?: 'customer' | 'house') => {
      const { list, total } = await office.as(
        'support',
        officeOrders,
        owner === undefined ? {} : { owner },
      );
      expect(total).toBe(list.length);
      return list.map(({ user }) => user);
    };
    expect(
      (await office.as('support', officeOrders, { owner: 'customer' })).list.map(({ id }) => id),
    ).toEqual([own.id]);
    expect(await listed('house')).toEqual([SYSTEM.demoMaker, SYSTEM.demoMaker]);
    expect(await listed()).toHaveLength(3);
  });

  test.each([
    ['order', 1, 2],
    ['user', 2, 1],
    ['market', 3, 0],
  ] as const)(
    'are cancelled by %s with a reason: logged, and told to the customer',
    async (scope, cancelled, left) => {
      const { id: order } = await bid(ALICE, '59000');
      await bid(ALICE, '59100');
      await bid(BOB, '59200');
      const id = { order, user: ALICE, market: 1 }[scope];
      expect(
        await office.as('compliance', officeOrdersCancel, {
          scope,
          id,
          reason: 'The market is delisted.',
        }),
      ).toEqual({ cancelled });
      expect((await openOf(ALICE)) + (await openOf(BOB))).toBe(left);
      const { list } = await exchange.call(transactionComplete, {}, { user: ALICE });
      expect(list.map(({ reason, status }) => [reason, status])).toContainEqual([
        'operator',
        'cancelled',
      ]);
      const log = (await office.as('auditor', officeAudit, {})).list;
      expect(log.map(({ action, subject, after }) => [action, subject, after]).slice(0, 2)).toEqual(
        [
          ['orders.cancelled', `${scope} ${id}`, JSON.stringify({ cancelled })],
          [
            'orders.cancel',
            `${scope} ${id}`,
            JSON.stringify({ reason: 'The market is delisted.' }),
          ],
        ],
      );
    },
  );

  test('that are not there are refused, and the log says so', async () => {
    expect(
      await office.send('owner', officeOrdersCancel, { scope: 'order', id: 999_999, reason: 'x' }),
    ).toMatchObject({ code: 'order_not_found' });
    expect(
      await office.send('owner', officeOrdersCancel, { scope: 'market', id: 4_711, reason: 'x' }),
    ).toMatchObject({ code: 'market_unknown' });
    expect(
      await office.send('owner', officeOrdersCancel, { scope: 'user', id: 3, reason: 'x' }),
    ).toMatchObject({ code: 'input_invalid' });
    expect(await office.send('owner', officeOrdersCancel, { scope: 'order', id: 1 })).toMatchObject(
      { code: 'field_missing' },
    );
    expect((await office.as('auditor', officeAudit, {})).list[0]).toMatchObject({
      action: 'orders.cancel_refused',
      subject: 'user 3',
    });
  });

  test('are cancelled by those who may', async () => {
    for (const role of ROLE_NAMES) {
      const { status } = await office.send(role, officeOrdersCancel, {
        scope: 'user',
        id: ALICE,
        reason: 'A test',
      });
      expect([role, status]).toEqual([
        role,
        (ROLES[role] as readonly string[]).includes('orders.cancel') ? 200 : 403,
      ]);
    }
  });

  test('of a closed market are cancelled by their owners too', async () => {
    const { id } = await bid(ALICE, '59000');
    const [market] = STARTING_MARKETS;
    if (market === undefined) throw new Error('the catalog is empty');
    await exchange.engine.submit({ kind: 'market.list', market: { ...market, status: 'closed' } });
    expect(await exchange.call(transactionDel, { id }, { user: ALICE })).toMatchObject({
      type: 'ok',
      status: 'cancelled',
    });
    await expect(bid(ALICE, '59000')).rejects.toThrow();
  });
});
