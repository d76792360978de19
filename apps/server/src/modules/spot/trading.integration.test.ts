/**
 * The calls of market, spot and wallet over the real core, live view, projector and database: all but HTTP, thread and
 * journal. Every answer is checked against the contract.
 */
import type { Call, CallInput, CallOutput } from '@meridian/contract/call';
import type { Language } from '@meridian/contract/languages';
import { currencyDetail, currencyList, marketDepth, newTimeshar, newTradehistory, quotationList, quotationNew, quotationNewList, transactionDeal, userCurrencyList } from '@meridian/contract/market';
import { depthChecksum } from '@meridian/contract/depth-checksum';
import { transactionComplete, transactionDel, transactionIn, transactionInList, transactionOut, transactionOutList } from '@meridian/contract/spot';
import { accountList, walletList, walletListRows } from '@meridian/contract/wallet';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { Client } from 'pg';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../database/temporary-database.ts';
import type { CallContext, Handler } from '../../gateway/handler.ts';
import { LiveView } from '../../live/live-view.ts';
import { Projector } from '../../projector/projector.ts';
import { resetProjections } from '../../projector/reset.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../catalog/starting-catalog.ts';
import { registerMarketRoutes } from '../market/routes.ts';
import { registerWalletRoutes } from '../wallet/routes.ts';
import { registerSpotRoutes } from './routes.ts';

const ALICE = 100_001;
const BOB = 100_002;
const [BTC, ETH, USDT] = [1, 2, 3];
const COIN = 100_000_000n;
const BTC_USDT = { legal_id: USDT, currency_id: BTC } as const;

let database: TemporaryDatabase;
let exchange: TestExchange;

beforeAll(async () => {
  database = await openTemporaryDatabase();
});
afterAll(async () => {
  await database?.remove();
});
beforeEach(async () => {
  await resetProjections(database.queries);
  exchange = new TestExchange(database);
  await exchange.start();
});

interface As {
  user?: number;
  language?: Language;
  key?: string;
}

class TestExchange {
  readonly engine = new InProcessEngine();
  readonly live = new LiveView(() => this.engine.timeMs);
  readonly #database: TemporaryDatabase;
  readonly #handlers = new Map<Call, Handler<Call>>();

  constructor(database: TemporaryDatabase) {
    this.#database = database;
    const { queries } = database;
    const registry = {
      registerCall: <C extends Call>(call: C, handler: Handler<C>) => void this.#handlers.set(call, handler as unknown as Handler<Call>),
    };
    const { engine, live } = this;
    registerMarketRoutes(registry, { live, queries, now: () => engine.timeMs });
    registerSpotRoutes(registry, { engine, live, queries });
    registerWalletRoutes(registry, { live, queries });
  }

  async start(): Promise<void> {
    const { engine, live } = this;
    live.load(await engine.recovered());
    engine.onDurable((batch) => live.apply(batch));
    engine.onDurable((batch) => this.#waiting.push(...batch));
    for (const currency of STARTING_CURRENCIES) await engine.submit({ kind: 'currency.list', currency });
    for (const market of STARTING_MARKETS) await engine.submit({ kind: 'market.list', market });
    await engine.submit({ kind: 'index.set', source: 'test', prices: [[1, 6_000_000 as PriceTicks]] });
    for (const user of [ALICE, BOB]) {
      await this.deposit(user, USDT, 100_000n * COIN);
      await this.deposit(user, BTC, 10n * COIN);
    }
  }
  readonly #waiting: Parameters<Projector['push']>[0][number][] = [];

  async deposit(user: number, currency: number, amount: bigint): Promise<void> {
    await this.engine.submit({ kind: 'ledger.deposit', user, wallet: 'spot', currency, amount: amount as Amount, reference: 'test' });
  }

  /** Lets the projector write everything that has happened. */
  async project(): Promise<void> {
    const client = new Client({ connectionString: this.#database.url });
    await client.connect();
    const projector = new Projector(client, () => undefined);
    projector.push(this.#waiting.splice(0));
    projector.stop();
    try {
      await projector.run();
    } finally {
      await client.end();
    }
  }

  /** Makes a call as the gateway would and checks the answer against the contract. */
  async call<C extends Call>(call: C, input: CallInput<C>, { user, language = 'en', key }: As = {}): Promise<CallOutput<C>> {
    const handler = this.#handlers.get(call);
    if (handler === undefined) throw new Error(`${call.path} is not registered`);
    const session = user === undefined ? undefined : { user, session: 'test' };
    const context = { input, session, language, idempotencyKey: key, address: '127.0.0.1', requestId: 'test' } as CallContext<Call>;
    const answer = (await handler(context)) as CallOutput<C>;
    expect([...Value.Errors(call.output, answer)]).toEqual([]);
    return answer;
  }

  /** The state but for how many commands it saw: what a refused command must leave alone. */
  state(): unknown {
    const { seq: _seq, timeMs: _timeMs, keys: _keys, ...state } = this.engine.exchange.snapshot();
    return state;
  }
}

const buy = (price: string, num: string, as: As = { user: ALICE }) => exchange.call(transactionIn, { ...BTC_USDT, price, num, mode: '2' }, as);
const sell = (price: string, num: string, as: As = { user: BOB }) => exchange.call(transactionOut, { ...BTC_USDT, price, num, mode: '2' }, as);

describe('a trading session', () => {
  test('an order rests, is listed, is revoked and is in the history', async () => {
    const placed = await buy('59000', '0.5');
    expect(placed).toMatchObject({ type: 'ok', message: 'Order placed', status: 'open', complete_number: '0', complete_money: '0' });
    const { list, total } = await exchange.call(transactionInList, BTC_USDT, { user: ALICE });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ id: placed.id, price: '59000', number: '0.5', total_number: '0.5', complete_number: '0', total_money: '29500', currency_name: 'BTC', legal_name: 'USDT' });
    expect((await exchange.call(transactionOutList, {}, { user: ALICE })).list).toEqual([]);

    const revoked = await exchange.call(transactionDel, { id: placed.id, type: 'in' }, { user: ALICE });
    expect(revoked).toEqual({ type: 'ok', message: 'Order revoked', id: placed.id, status: 'cancelled' });
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).total).toBe(0);
    await exchange.project();
    const history = await exchange.call(transactionComplete, { page: 1 }, { user: ALICE });
    expect(history.list).toMatchObject([{ id: placed.id, status: 'cancelled', status_name: 'Cancelled', number: '0', total_number: '0.5', fills: [] }]);
  });

  test('a market order fills, and history, balances and statement agree', async () => {
    const maker = await sell('60000', '1');
    const taken = await exchange.call(transactionIn, { ...BTC_USDT, num: '0.4', mode: '1' }, { user: ALICE });
    expect(taken).toMatchObject({ status: 'filled', message: 'Order filled', complete_number: '0.4', complete_money: '24000' });
    await exchange.project();

    const [order] = (await exchange.call(transactionComplete, { page: 1, currency_id: BTC }, { user: ALICE })).list;
    expect(order).toMatchObject({ id: taken.id, mode: 1, way: 2, type: 'in', price: '60000', number: '0.4', total: '24000', in_fee: '0.0004', out_fee: '0', status: 'filled', status_name: 'Dealt' });
    expect(order?.fills).toMatchObject([{ price: '60000', number: '0.4', total: '24000', fee: '0.0004', role: 'taker' }]);
    const [open] = (await exchange.call(transactionOutList, {}, { user: BOB })).list;
    expect(open).toMatchObject({ id: maker.id, number: '0.6', total_number: '1', complete_number: '0.4' });

    const { change_wallet: wallet } = await exchange.call(walletList, {}, { user: ALICE });
    expect(wallet.balance.find((row) => row.currency === BTC)).toMatchObject({ change_balance: '10.3996', lock_change_balance: '0', usdt_price: '60000' });
    expect(wallet.balance.find((row) => row.currency === USDT)).toMatchObject({ change_balance: '76000', is_legal: 1, usdt_price: '1' });
    expect(wallet.usdt_totle).toBe('699976'); // 10.3996 x 60,000 + 76,000
    const { data } = await exchange.call(accountList, {}, { user: ALICE });
    expect(data.map(({ value, currency_name: name, info }) => [value, name, info])).toEqual(
      expect.arrayContaining([['-24000', 'USDT', 'Trade'], ['0.4', 'BTC', 'Trade'], ['-0.0004', 'BTC', 'Trading fee'], ['100000', 'USDT', 'Deposit']]),
    );
    const rows = await exchange.call(walletListRows, { user_id: String(BOB) }, { user: ALICE });
    expect(rows.find((row) => row.token === 'BTC')).toMatchObject({ balance: '10.3996', lock_balance: '0' });
  });

  test('pages have ten orders, newest first, and end', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 23; index++) ids.unshift((await buy(String(50_000 + index), '0.001')).id);
    const page = async (number: number) => (await exchange.call(transactionInList, { page: number }, { user: ALICE })).list.map((order) => order.id);
    expect([await page(1), await page(2), await page(3), await page(4), await page(999_999_999)]).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20), [], []]);

    for (const id of ids) await exchange.call(transactionDel, { id }, { user: ALICE });
    await exchange.project();
    const ended = async (number: number) => (await exchange.call(transactionComplete, { page: number }, { user: ALICE })).list.map((order) => order.id);
    // The newest order was revoked first, so it ended first and is last.
    expect([await ended(3), await ended(4), await ended(999_999_999)]).toEqual([[...ids].reverse().slice(20), [], []]);
    expect((await exchange.call(transactionComplete, { currency_id: ETH }, { user: ALICE })).list).toEqual([]);
    expect((await exchange.call(transactionComplete, { currency_id: 77 }, { user: ALICE })).list).toEqual([]);
  });
});

describe('refusals', () => {
  test("an unknown order and somebody else's answer alike and change nothing", async () => {
    const { id } = await buy('59000', '0.5');
    const before = exchange.state();
    for (const foreign of [id, 999_999, 999_999_999_999_999, 0]) {
      await expect(exchange.call(transactionDel, { id: foreign }, { user: BOB }), String(foreign)).rejects.toMatchObject({ code: 'order_not_found' });
    }
    expect(exchange.state()).toEqual(before);
    expect((await exchange.call(transactionInList, {}, { user: BOB })).list).toEqual([]);
    await exchange.project();
    expect((await exchange.call(transactionComplete, {}, { user: BOB })).list).toEqual([]);
  });

  test('a rejection of the core has its own code and changes nothing', async () => {
    const before = exchange.state();
    await expect(buy('59000', '2')).rejects.toMatchObject({ code: 'balance_insufficient' });
    await expect(buy('90000', '0.1')).rejects.toMatchObject({ code: 'price_out_of_band' });
    await expect(buy('59000', '0.00001')).rejects.toMatchObject({ code: 'notional_too_small' });
    await expect(exchange.call(transactionIn, { ...BTC_USDT, num: '0.1', mode: '1' }, { user: ALICE })).rejects.toMatchObject({ code: 'no_liquidity' });
    await expect(exchange.call(transactionIn, { legal_id: BTC, currency_id: USDT, num: '1', mode: '1' }, { user: ALICE })).rejects.toMatchObject({ code: 'market_unknown' });
    expect(exchange.state()).toEqual(before);
  });

  test('a number that is no number never reaches the engine', async () => {
    const { seq } = exchange.engine.exchange;
    await expect(buy('60000', '-1')).rejects.toMatchObject({ code: 'number_not_positive', params: { field: 'num' } });
    await expect(buy('1e3', '1')).rejects.toMatchObject({ code: 'number_syntax', params: { field: 'price' } });
    expect(exchange.engine.exchange.seq).toBe(seq);
  });

  test('the same key places one order, a changed request under it none', async () => {
    const as = { user: ALICE, key: 'once' };
    const first = await buy('59000', '0.5', as);
    expect(await buy('59000', '0.5', as)).toEqual(first);
    await expect(buy('58000', '0.5', as)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect((await exchange.call(transactionInList, {}, { user: ALICE })).total).toBe(1);
    expect((await buy('59000', '0.5', { user: BOB, key: 'once' })).id).not.toBe(first.id);
  });

  test('of a thousand orders at once for a whole balance, exactly what it covers is placed', async () => {
    const attempts = Array.from({ length: 1_000 }, () => buy('50000', '0.3'));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6); // 6 x 15,000 of 100,000
    const codes = new Set(results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'placed')));
    expect(codes).toEqual(new Set(['placed', 'balance_insufficient']));
    const { change_wallet: wallet } = await exchange.call(walletList, {}, { user: ALICE });
    expect(wallet.balance.find((row) => row.currency === USDT)).toMatchObject({ change_balance: '10000', lock_change_balance: '90000' });
  });
});

describe('what anybody may see', () => {
  test('markets are grouped by legal currency, USDT first', async () => {
    await sell('61000', '1');
    await exchange.call(transactionIn, { ...BTC_USDT, num: '0.1', mode: '1' }, { user: ALICE });
    const groups = await exchange.call(quotationNew, {});
    expect(groups.map(({ name, quotation }) => [name, quotation.length])).toEqual([['USDT', 10], ['BTC', 4]]);
    expect(groups[0]?.quotation[0]).toMatchObject({
      id: 1, currency_name: 'BTC', legal_name: 'USDT', now_price: '61000', high: '61000', low: '61000', volume: '0.1', cny_price: '426000.00', index_price: '60000',
      is_display: 1, tick_size: '0.01', lot_size: '0.00001', maker_fee: '0.08', taker_fee: '0.1', status: 'open',
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
    expect(visitor.in).toEqual([{ price: '59000', number: '0.75', sum: '0.75' }, { price: '58000', number: '0.25', sum: '1' }]);
    expect(visitor.out).toEqual([{ price: '61000', number: '1', sum: '1' }]);
    expect(visitor).toMatchObject({ last_price: '60000', user_currency: '0', user_legal: '0', user_cny: '0.00', cny_price: '426000.00' });
    const bob = await exchange.call(transactionDeal, BTC_USDT, { user: BOB });
    expect(bob).toMatchObject({ user_currency: '9', user_legal: '100000', user_cny: '4544000.00' });
  });

  test('the snapshot of the book proves itself', async () => {
    await buy('59000', '0.5');
    await sell('61000.5', '1.5');
    const depth = await exchange.call(marketDepth, BTC_USDT);
    expect(depth).toMatchObject({ symbol: 'BTC/USDT', seq: exchange.live.seq, bids: [['59000', '0.5']], asks: [['61000.5', '1.5']] });
    expect(depth.checksum).toBe(depthChecksum(depth.bids, depth.asks));
    expect((await exchange.call(marketDepth, { ...BTC_USDT, limit: 0 })).bids).toEqual([]);
    await expect(exchange.call(marketDepth, { legal_id: 3, currency_id: 3 })).rejects.toMatchObject({ code: 'market_unknown' });
  });

  test('recent trades are the newest twenty, and bars end with the live one', async () => {
    await sell('60000', '5');
    for (let index = 0; index < 22; index++) await buy('60000', `0.0${index + 10}`);
    const trades = await exchange.call(newTradehistory, BTC_USDT);
    expect(trades.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, index) => `0.0${31 - index}`.replace(/0+$/, '')));
    expect(trades[0]).toMatchObject({ price: '60000', direction: 'buy' });
    await exchange.project();

    exchange.engine.advance(5 * 60_000);
    await sell('60000', '1');
    await buy('60000', '1');
    const { code, data } = await exchange.call(newTimeshar, { symbol: 'BTC/USDT', period: '1min' });
    expect(code).toBe(1);
    expect(data.map(({ volume }) => volume)).toEqual(['0.451', '0', '0', '0', '0', '1']);
    expect(data.at(-1)).toMatchObject({ open: '60000', close: '60000', change: '0.00', period: '1min', symbol: 'BTC/USDT', history: false });
    expect(await exchange.call(newTimeshar, { symbol: 'btc/usdt', period: '1min', from: 10, to: 5 })).toEqual({ code: 1, data: [] });
    expect((await exchange.call(newTimeshar, { symbol: 'ETH/USDT' })).data).toEqual([]);
    expect((await exchange.call(newTimeshar, { symbol: 'BTC/USDT', source: 'index', period: '60min' })).data.at(-1)).toMatchObject({ close: '60000', volume: '0' });
    for (const symbol of ['BTC', 'BTC/USDT/ETH', 'USDT/BTC', '/', '__proto__/USDT']) {
      await expect(exchange.call(newTimeshar, { symbol })).rejects.toMatchObject({ code: 'market_unknown' });
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
    await expect(exchange.call(currencyDetail, { id: 12 })).rejects.toMatchObject({ code: 'currency_unknown' });
  });

  test('currencies are listed', async () => {
    expect((await exchange.call(currencyList, {})).legal.map(({ name }) => name)).toEqual(['BTC', 'USDT']);
    expect(await exchange.call(userCurrencyList, {}, { user: ALICE })).toHaveLength(11);
  });

  test("messages are in the caller's language", async () => {
    expect((await buy('59000', '0.1', { user: ALICE, language: 'zh-CN' })).message).toBe('委托成功');
    expect((await buy('59000', '0.1', { user: ALICE, language: 'es' })).message).toBe('Orden enviada');
  });
});
