/**
 * The calls of market, spot and wallet over HTTP. Every success is checked against the contract.
 */
import { depthChecksum } from '@meridian/contract/market/depth-checksum';
import {
  currencyDetail,
  currencyList,
  marketDepth,
  newTimeshar,
  newTradehistory,
  quotationList,
  quotationNew,
  quotationNewList,
  transactionDeal,
  userCurrencyList,
} from '@meridian/contract/market/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import {
  transactionComplete,
  transactionDel,
  transactionIn,
  transactionInList,
  transactionOpen,
  transactionOut,
  transactionOutList,
} from '@meridian/contract/spot/calls';
import { accountList, walletList, walletListRows } from '@meridian/contract/wallet/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STARTING_CURRENCIES } from '../market/starting-catalog.ts';
import {
  ALICE,
  BOB,
  TestExchange,
  type As,
  type WireRefusal,
} from '../../../test/test-exchange.ts';

const [BTC, ETH, USDT] = [1, 2, 3];
const BTC_USDT = { legal_id: USDT, currency_id: BTC } as const;

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  await exchange.reset();
});

/** The answer to a refused call. */
async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    return (error as WireRefusal).answer;
  }
  throw new Error('it was not refused');
}

const buy = (price: string, num: string, as: As = { user: ALICE }) =>
  exchange.call(transactionIn, { ...BTC_USDT, price, num, mode: '2' }, as);
const sell = (price: string, num: string, as: As = { user: BOB }) =>
  exchange.call(transactionOut, { ...BTC_USDT, price, num, mode: '2' }, as);

describe('a trading session', () => {
  test('an order rests, is listed, is revoked and is in the history', async () => {
    const placed = await buy('59000', '0.5');
    expect(placed).toMatchObject({
      type: 'ok',
      message: 'Order placed',
      status: 'open',
      complete_number: '0',
      complete_money: '0',
    });
    const { list, total } = await exchange.call(transactionInList, BTC_USDT, { user: ALICE });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      id: placed.id,
      price: '59000',
      number: '0.5',
      total_number: '0.5',
      complete_number: '0',
      total_money: '29500',
      currency_name: 'BTC',
      legal_name: 'USDT',
    });
    expect((await exchange.call(transactionOutList, {}, { user: ALICE })).list).toEqual([]);

    const revoked = await exchange.call(
      transactionDel,
      { id: placed.id, type: 'in' },
      { user: ALICE },
    );
    expect(revoked).toEqual({
      type: 'ok',
      message: 'Order cancelled',
      id: placed.id,
      status: 'cancelled',
    });
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).total).toBe(0);
    const history = await exchange.call(transactionComplete, { page: 1 }, { user: ALICE });
    expect(history.list).toMatchObject([
      {
        id: placed.id,
        status: 'cancelled',
        status_name: 'Cancelled',
        number: '0',
        total_number: '0.5',
        fills: [],
      },
    ]);
  });

  test('a market order fills, and history, balances and statement agree', async () => {
    const maker = await sell('60000', '1');
    const taken = await exchange.call(
      transactionIn,
      { ...BTC_USDT, num: '0.4', mode: '1' },
      { user: ALICE },
    );
    expect(taken).toMatchObject({
      status: 'filled',
      message: 'Order filled',
      complete_number: '0.4',
      complete_money: '24000',
    });

    const [order] = (
      await exchange.call(transactionComplete, { page: 1, currency_id: BTC }, { user: ALICE })
    ).list;
    expect(order).toMatchObject({
      id: taken.id,
      mode: 1,
      way: 2,
      type: 'in',
      price: '60000',
      number: '0.4',
      total: '24000',
      in_fee: '0.0004',
      out_fee: '0',
      status: 'filled',
      status_name: 'Dealt',
    });
    expect(order?.fills).toMatchObject([
      { price: '60000', number: '0.4', total: '24000', fee: '0.0004', role: 'taker' },
    ]);
    const [open] = (await exchange.call(transactionOutList, {}, { user: BOB })).list;
    expect(open).toMatchObject({
      id: maker.id,
      number: '0.6',
      total_number: '1',
      complete_number: '0.4',
    });

    const { change_wallet: wallet } = await exchange.call(walletList, {}, { user: ALICE });
    expect(wallet.balance.find((row) => row.currency === BTC)).toMatchObject({
      change_balance: '10.3996',
      lock_change_balance: '0',
      usdt_price: '60000',
    });
    expect(wallet.balance.find((row) => row.currency === USDT)).toMatchObject({
      change_balance: '76000',
      is_legal: 1,
      usdt_price: '1',
    });
    expect(wallet.usdt_totle).toBe('699976'); // 10.3996 x 60,000 + 76,000
    const { data } = await exchange.call(accountList, {}, { user: ALICE });
    expect(data.map(({ value, currency_name: name, info }) => [value, name, info])).toEqual(
      expect.arrayContaining([
        ['-24000', 'USDT', 'Buy'],
        ['0.4', 'BTC', 'Buy'],
        ['-0.0004', 'BTC', 'Trading fee'],
        ['100000', 'USDT', 'Deposit'],
      ]),
    );
    const rows = await exchange.call(walletListRows, { user_id: String(BOB) }, { user: ALICE });
    expect(rows.find((row) => row.token === 'BTC')).toMatchObject({
      balance: '10.3996',
      lock_balance: '0',
    });
  });

  test('history and statement wait for what the caller was told already', async () => {
    exchange.holdProjector();
    const { id } = await buy('59000', '0.5');
    await exchange.call(transactionDel, { id }, { user: ALICE });
    const asked = Promise.all([
      exchange.call(transactionComplete, {}, { user: ALICE }),
      exchange.call(accountList, {}, { user: ALICE }),
    ]);
    exchange.project();
    const [history, statement] = await asked;
    expect(history.list.map((order) => order.id)).toEqual([id]);
    expect(statement.data).toHaveLength(2);
  });

  test('orders of all markets are found by market, side and time', async () => {
    const bid = await buy('50000', '0.1');
    const ask = await sell('70000', '0.1', { user: ALICE });
    const open = async (filter: CallInput<typeof transactionOpen>) =>
      (await exchange.call(transactionOpen, filter, { user: ALICE })).list.map(({ id }) => id);
    const placedMs =
      (await exchange.call(transactionOpen, {}, { user: ALICE })).list[0]?.create_time_ms ?? 0;
    expect(await open({})).toEqual([ask.id, bid.id]);
    expect(await open({ currency_id: ETH })).toEqual([]);
    expect(await open({ to: 1 })).toEqual([]);
    expect(await open({ from: 1, to: placedMs + 1 })).toContain(ask.id);
    expect(await open({ from: placedMs + 1 })).toEqual([]);

    for (const { id } of [bid, ask]) await exchange.call(transactionDel, { id }, { user: ALICE });
    const ended = async (filter: CallInput<typeof transactionComplete>) =>
      (await exchange.call(transactionComplete, filter, { user: ALICE })).list;
    const endedMs = (await ended({}))[0]?.time_ms ?? 0;
    expect((await ended({})).map(({ id }) => id)).toEqual([ask.id, bid.id]);
    expect((await ended({ type: 'in' })).map(({ id }) => id)).toEqual([bid.id]);
    expect(
      (await ended({ type: 'out', from: endedMs, to: endedMs + 1 })).map(({ id }) => id),
    ).toEqual([ask.id]);
    expect(await ended({ from: endedMs + 1 })).toEqual([]);
    expect(await ended({ to: 1 })).toEqual([]);
  });

  test('pages have ten orders, newest first, and end', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 23; index++)
      ids.unshift((await buy(String(50_000 + index), '0.001')).id);
    const page = async (number: number) =>
      (await exchange.call(transactionInList, { page: number }, { user: ALICE })).list.map(
        (order) => order.id,
      );
    expect([
      await page(1),
      await page(2),
      await page(3),
      await page(4),
      await page(999_999_999),
    ]).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20), [], []]);

    for (const id of ids) await exchange.call(transactionDel, { id }, { user: ALICE });
    const ended = async (number: number) =>
      (await exchange.call(transactionComplete, { page: number }, { user: ALICE })).list.map(
        (order) => order.id,
      );
    // The newest order was revoked first, so it ended first and is last.
    expect([await ended(3), await ended(4), await ended(999_999_999)]).toEqual([
      [...ids].reverse().slice(20),
      [],
      [],
    ]);
    expect(
      (await exchange.call(transactionComplete, { currency_id: ETH }, { user: ALICE })).list,
    ).toEqual([]);
    expect(
      (await exchange.call(transactionComplete, { currency_id: 77 }, { user: ALICE })).list,
    ).toEqual([]);
  });
});

describe('refusals', () => {
  test("an unknown order and somebody else's answer alike and change nothing", async () => {
    const { id } = await buy('59000', '0.5');
    const before = exchange.state();
    for (const foreign of [id, 999_999, 999_999_999_999_999, 0]) {
      expect(
        await refusalOf(exchange.call(transactionDel, { id: foreign }, { user: BOB })),
      ).toMatchObject({ type: 'error', code: 'order_not_found' });
    }
    expect(exchange.state()).toEqual(before);
    expect((await exchange.call(transactionInList, {}, { user: BOB })).list).toEqual([]);
    expect((await exchange.call(transactionComplete, {}, { user: BOB })).list).toEqual([]);
  });

  test('a rejection of the core has its own code and changes nothing', async () => {
    const before = exchange.state();
    expect(await refusalOf(buy('59000', '2'))).toMatchObject({
      type: 'error',
      code: 'balance_insufficient',
    });
    expect(await refusalOf(buy('90000', '0.1'))).toMatchObject({
      type: 'error',
      code: 'price_out_of_band',
    });
    expect(await refusalOf(buy('59000', '0.00001'))).toMatchObject({
      type: 'error',
      code: 'notional_too_small',
    });
    expect(
      await refusalOf(
        exchange.call(transactionIn, { ...BTC_USDT, num: '0.1', mode: '1' }, { user: ALICE }),
      ),
    ).toMatchObject({ type: 'error', code: 'no_liquidity' });
    expect(
      await refusalOf(
        exchange.call(
          transactionIn,
          { legal_id: BTC, currency_id: USDT, num: '1', mode: '1' },
          { user: ALICE },
        ),
      ),
    ).toMatchObject({ type: 'error', code: 'market_unknown' });
    expect(exchange.state()).toEqual(before);
  });

  test('a number that is no number never reaches the engine', async () => {
    const { seq } = exchange.engine.exchange;
    expect(await refusalOf(buy('60000', '-1'))).toMatchObject({
      type: 'error',
      code: 'number_not_positive',
      field: 'num',
    });
    expect(await refusalOf(buy('1e3', '1'))).toMatchObject({
      type: 'error',
      code: 'number_syntax',
      field: 'price',
    });
    expect(exchange.engine.exchange.seq).toBe(seq);
  });

  test('the same key places one order, a changed request under it none', async () => {
    const as = { user: ALICE, key: 'once' };
    const first = await buy('59000', '0.5', as);
    expect(await buy('59000', '0.5', as)).toEqual(first);
    expect(await refusalOf(buy('58000', '0.5', as))).toMatchObject({
      type: 'error',
      code: 'idempotency_key_reused',
    });
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).total).toBe(1);
    expect((await buy('59000', '0.5', { user: BOB, key: 'once' })).id).not.toBe(first.id);
  });

  test("the customer's own name of an order places it once, and stands in both lists", async () => {
    const named = (num: string) =>
      exchange.call(
        transactionIn,
        { ...BTC_USDT, price: '59000', num, mode: '2', client_order_id: 'bot-7:1' },
        { user: ALICE },
      );
    const placed = await named('0.5');
    expect(await named('0.5')).toEqual(placed);
    expect(await refusalOf(named('0.6'))).toMatchObject({
      code: 'client_order_id_used',
      message: 'You have used this order id for another order.',
    });
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).list).toMatchObject([
      { id: placed.id, client_order_id: 'bot-7:1' },
    ]);
    await exchange.call(transactionDel, { id: placed.id }, { user: ALICE });
    expect(await named('0.5')).toEqual(placed);
    expect((await exchange.call(transactionComplete, {}, { user: ALICE })).list).toMatchObject([
      { id: placed.id, client_order_id: 'bot-7:1', status: 'cancelled' },
    ]);
    const other = await exchange.call(
      transactionIn,
      { ...BTC_USDT, price: '59000', num: '0.5', mode: '2' },
      { user: ALICE },
    );
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).list).toMatchObject([
      { id: other.id, client_order_id: '' },
    ]);
    expect(
      await refusalOf(
        exchange.call(
          transactionIn,
          { ...BTC_USDT, price: '59000', num: '0.5', mode: '2', client_order_id: 'a b' },
          { user: ALICE },
        ),
      ),
    ).toMatchObject({ code: 'input_invalid', field: 'client_order_id' });
  });

  test('of a thousand orders at once for a whole balance, exactly what it covers is placed', async () => {
    const attempts = Array.from({ length: 1_000 }, () => buy('50000', '0.3'));
    const results = await Promise.allSettled(attempts);
    // 6 x 15,000 of 100,000
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    const codes = new Set(
      results.map((result) =>
        result.status === 'rejected' ? (result.reason as WireRefusal).answer['code'] : 'placed',
      ),
    );
    expect(codes).toEqual(new Set(['placed', 'balance_insufficient']));
    const { change_wallet: wallet } = await exchange.call(walletList, {}, { user: ALICE });
    expect(wallet.balance.find((row) => row.currency === USDT)).toMatchObject({
      change_balance: '10000',
      lock_change_balance: '90000',
    });
  });
});

describe('what anybody may see', () => {
  test('markets are grouped by legal currency, USDT first', async () => {
    await sell('61000', '1');
    await exchange.call(transactionIn, { ...BTC_USDT, num: '0.1', mode: '1' }, { user: ALICE });
    const groups = await exchange.call(quotationNew, {});
    expect(groups.map(({ name, quotation }) => [name, quotation.length])).toEqual([
      ['USDT', 10],
      ['BTC', 4],
    ]);
    expect(groups[0]?.quotation[0]).toMatchObject({
      id: 1,
      currency_name: 'BTC',
      legal_name: 'USDT',
      now_price: '61000',
      high: '61000',
      low: '61000',
      volume: '0.1',
      cny_price: '426000.00',
      index_price: '60000',
      is_display: 1,
      tick_size: '0.01',
      lot_size: '0.00001',
      maker_fee: '0.08',
      taker_fee: '0.1',
      status: 'open',
    });
    expect((await exchange.call(quotationList, {})).coin_list).toEqual(groups);
    expect((await exchange.call(quotationNewList, {})).coin_list).toEqual(groups);
  });

  test('the book sums its levels, with balances only for a session', async () => {
    await buy('59000', '0.5');
    await buy('59000', '0.25');
    await buy('58000', '0.25');
    await sell('61000', '1');
    const visitor = await exchange.call(transactionDeal, BTC_USDT);
    expect(visitor.in).toEqual([
      { price: '59000', number: '0.75', sum: '0.75' },
      { price: '58000', number: '0.25', sum: '1' },
    ]);
    expect(visitor.out).toEqual([{ price: '61000', number: '1', sum: '1' }]);
    expect(visitor).toMatchObject({
      last_price: '60000',
      user_currency: '0',
      user_legal: '0',
      user_cny: '0.00',
      cny_price: '426000.00',
    });
    const bob = await exchange.call(transactionDeal, BTC_USDT, { user: BOB });
    expect(bob).toMatchObject({ user_currency: '9', user_legal: '100000', user_cny: '4544000.00' });
  });

  test('the snapshot of the book proves itself', async () => {
    await buy('59000', '0.5');
    await sell('61000.5', '1.5');
    const depth = await exchange.call(marketDepth, BTC_USDT);
    expect(depth).toMatchObject({
      symbol: 'BTC/USDT',
      seq: exchange.live.seq,
      bids: [['59000', '0.5']],
      asks: [['61000.5', '1.5']],
    });
    expect(depth.checksum).toBe(depthChecksum(depth.bids, depth.asks));
    expect((await exchange.call(marketDepth, { ...BTC_USDT, limit: 0 })).bids).toEqual([]);
    expect(
      await refusalOf(exchange.call(marketDepth, { legal_id: 3, currency_id: 3 })),
    ).toMatchObject({ type: 'error', code: 'market_unknown' });
  });

  test('recent trades are the newest twenty, and bars end with the live one', async () => {
    await sell('60000', '5');
    for (let index = 0; index < 22; index++) await buy('60000', `0.0${index + 10}`);
    const trades = await exchange.call(newTradehistory, BTC_USDT);
    expect(trades.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 20 }, (_, index) => `0.0${31 - index}`.replace(/0+$/, '')),
    );
    expect(trades[0]).toMatchObject({ price: '60000', direction: 'buy' });

    exchange.engine.advance(5 * 60_000);
    await sell('60000', '1');
    await buy('60000', '1');
    const { code, data } = await exchange.call(newTimeshar, { symbol: 'BTC/USDT', period: '1min' });
    expect(code).toBe(1);
    expect(data.map(({ volume }) => volume)).toEqual(['0.451', '0', '0', '0', '0', '1']);
    expect(data.at(-1)).toMatchObject({
      open: '60000',
      close: '60000',
      change: '0.00',
      period: '1min',
      symbol: 'BTC/USDT',
      history: false,
    });
    expect(
      await exchange.call(newTimeshar, { symbol: 'btc/usdt', period: '1min', from: 10, to: 5 }),
    ).toEqual({ code: 1, data: [] });
    expect((await exchange.call(newTimeshar, { symbol: 'ETH/USDT' })).data).toEqual([]);
    expect(
      (
        await exchange.call(newTimeshar, { symbol: 'BTC/USDT', source: 'index', period: '60min' })
      ).data.at(-1),
    ).toMatchObject({ close: '60000', volume: '0' });
    for (const symbol of ['BTC', 'BTC/USDT/ETH', 'USDT/BTC', '/', '__proto__/USDT']) {
      expect(await refusalOf(exchange.call(newTimeshar, { symbol }))).toMatchObject({
        type: 'error',
        code: 'market_unknown',
      });
    }
  });

  test('every coin is described in every language', async () => {
    const texts = new Set<string>();
    for (const { id } of STARTING_CURRENCIES) {
      for (const language of ['en', 'ko', 'ja', 'zh-CN', 'zh-TW', 'es'] as const) {
        const { desc } = await exchange.call(currencyDetail, { id }, { language });
        expect(desc.length).toBeGreaterThan(30);
        texts.add(desc);
      }
    }
    expect(texts.size).toBe(66);
    expect(await refusalOf(exchange.call(currencyDetail, { id: 12 }))).toMatchObject({
      type: 'error',
      code: 'currency_unknown',
    });
  });

  test('currencies are listed', async () => {
    expect((await exchange.call(currencyList, {})).legal.map(({ name }) => name)).toEqual([
      'BTC',
      'USDT',
    ]);
    expect(await exchange.call(userCurrencyList, {}, { user: ALICE })).toHaveLength(11);
  });

  test("messages are in the caller's language", async () => {
    expect((await buy('59000', '0.1', { user: ALICE, language: 'zh-CN' })).message).toBe(
      '委托成功',
    );
    expect((await buy('59000', '0.1', { user: ALICE, language: 'es' })).message).toBe(
      'Orden enviada',
    );
  });
});

describe('on the wire', () => {
  async function post(
    body: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    const response = await fetch(`${exchange.address}/api/transaction/in`, {
      method: 'POST',
      body,
      headers: { ...exchange.headers({ user: ALICE }), ...headers },
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }
  const form = (body: string, lang = 'en') =>
    post(body, { 'content-type': 'application/x-www-form-urlencoded', lang });
  const json = (body: string) => post(body, { 'content-type': 'application/json' });
  const pair = 'legal_id=3&currency_id=1&mode=2';

  test('JSON is taken too, and its numbers stay decimals', async () => {
    const { answer } = await json(
      '{"legal_id":3,"currency_id":"1","price":59000.10,"num":0.1,"mode":2}',
    );
    expect(answer).toMatchObject({ type: 'ok', status: 'open' });
    const { list } = await exchange.call(transactionInList, {}, { user: ALICE });
    expect(list).toMatchObject([{ price: '59000.1', number: '0.1' }]);
  });

  test.each([
    ['price=59000', 'field_missing', 'num'],
    ['price=59000&num=', 'field_missing', 'num'],
    ['num=1', 'field_missing', 'price'],
    ['price=59000&num=1&num=2', 'input_invalid', 'num'],
    ['price=59000&num[]=1', 'field_missing', 'num'],
    ['price=59000&num=-1', 'number_not_positive', 'num'],
    ['price=0&num=1', 'number_not_positive', 'price'],
    ['price=59000&num=1e-19', 'number_syntax', 'num'],
    ['price=59000&num=%EF%BC%91', 'number_syntax', 'num'],
    ['price=59000&num=1%00', 'number_syntax', 'num'],
    ['price=59000&num=0.000000001', 'number_precision', 'num'],
    ['price=59000&num=0.000001', 'quantity_off_lot', 'num'],
    ['price=59000.001&num=1', 'price_off_tick', 'price'],
    [`price=59000&num=${'9'.repeat(30)}`, 'number_range', 'num'],
    ['price=59000&num=1&mode=3', 'input_invalid', 'mode'],
    ['price=59000&num=1&mode=1&mode=2', 'input_invalid', 'mode'],
    ['price=59000&num=1&post_only=yes', 'input_invalid', 'post_only'],
    ['price=59000&num=1&self_trade=toString', 'input_invalid', 'self_trade'],
  ])(
    '%.40s is refused as %s about %s, in the language of the caller, and nothing happens',
    async (fields, code, field) => {
      const { seq } = exchange.engine.exchange;
      const english = await form(
        fields.includes('mode=') ? `legal_id=3&currency_id=1&${fields}` : `${pair}&${fields}`,
      );
      expect(english).toMatchObject({ status: 200, answer: { type: 'error', code, field } });
      const korean = await form(
        fields.includes('mode=') ? `legal_id=3&currency_id=1&${fields}` : `${pair}&${fields}`,
        'kr',
      );
      expect(korean.answer['message']).not.toBe(english.answer['message']);
      expect(exchange.engine.exchange.seq).toBe(seq);
    },
  );

  test.each([
    ['{"num":[1]}', 'input_invalid'],
    ['{"num":{"a":1}}', 'input_invalid'],
    ['{"num":1,"num":2}', 'input_invalid'],
    ['{"num":1e-19}', 'number_syntax'],
    ['{"num":true}', 'number_syntax'],
  ])('JSON %s is refused as %s', async (fields, code) => {
    const { answer } = await json(
      `{"legal_id":3,"currency_id":1,"mode":2,"price":1,${fields.slice(1)}`,
    );
    expect(answer).toMatchObject({ type: 'error', code });
  });

  test('a private call without a session asks for a login, in the language of the caller', async () => {
    for (const call of [
      transactionIn,
      transactionOut,
      transactionInList,
      transactionOutList,
      transactionComplete,
      transactionDel,
      walletList,
      walletListRows,
      accountList,
      userCurrencyList,
    ]) {
      const response = await fetch(`${exchange.address}${call.path}`, {
        method: call.method,
        headers: { lang: 'ja' },
      });
      expect(await response.json(), call.path).toMatchObject({
        type: '999',
        code: 'session_required',
        message: 'ログインしてください。',
      });
    }
  });

  test('a body of another content type is refused as such', async () => {
    expect(await post(`${pair}&price=59000&num=1`, { 'content-type': 'text/plain' })).toMatchObject(
      { status: 415, answer: { code: 'content_type_unsupported' } },
    );
  });
});
