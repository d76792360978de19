/** The calls of leveraged contracts over HTTP. Every success is checked against the contract. */
import { PLAY_CURRENCY } from '@meridian/contract/contest/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import { quotationNew } from '@meridian/contract/market/calls';
import {
  marginAdd,
  marginCloseMany,
  marginCancel,
  marginClose,
  marginDeal,
  marginAllPositions,
  marginHistory,
  marginPositions,
  marginRemove,
  marginReverse,
  marginSetStops,
  marginSubmit,
  LeverTradeEvent,
} from '@meridian/contract/margin/calls';
import { walletList } from '@meridian/contract/wallet/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Fault } from '../../fault.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../market/starting-catalog.ts';
import {
  enterOn,
  fundMargin,
  indexOf,
  listedOn,
  LONG,
  PAIR,
  refusalOf,
} from '../../../test/margin-scene.ts';
import { ALICE, BOB, TestExchange, type As } from '../../../test/test-exchange.ts';
import { accountEvents } from './translate.ts';

const COIN = 10n ** 8n;

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  await exchange.reset();
  await fundMargin(exchange);
});

const alice: As = { user: ALICE };
const index = (price: number) => indexOf(exchange, price);
const enter = (input: CallInput<typeof marginSubmit>, as: As = alice, price?: number) =>
  enterOn(exchange, input, as, price);
const listed = (status: 0 | 1 | 3 | 4, as: As = alice) => listedOn(exchange, status, as);

describe('leveraged contracts', () => {
  test('one side is listed without the other, whether it is open or over', async () => {
    const long = await enter(LONG);
    const short = await enter({ ...LONG, type: 2 });
    await exchange.call(marginClose, { id: long.id }, alice);
    await index(60_000);
    const ofSide = async (status: 1 | 3, type: 1 | 2) =>
      (await exchange.call(marginPositions, { status, type }, alice)).message;
    expect(await ofSide(1, 2)).toMatchObject({ total: 1, data: [{ id: short.id, type: 2 }] });
    expect(await ofSide(1, 1)).toMatchObject({ total: 0, data: [] });
    expect(await ofSide(3, 1)).toMatchObject({ total: 1, data: [{ id: long.id }] });
    expect(await ofSide(3, 2)).toMatchObject({ total: 0, data: [] });
  });

  test('terms that are not those that were seen open and turn nothing, and are told', async () => {
    const told = await exchange.call(marginDeal, PAIR, alice);
    const { spread, lever_trade_fee: fee, slippage } = told;
    const seen = { seen_spread: spread, seen_fee: fee, seen_slippage: slippage };
    const { id } = await enter({ ...LONG, ...seen });
    const message = expect.stringContaining(
      `the spread is ${spread}% now, the fee ${fee}%, the slippage ${slippage}%`,
    ) as string;
    for (const other of [{ seen_spread: '9' }, { seen_fee: '9' }, { seen_slippage: '9' }])
      for (const call of [
        exchange.call(marginSubmit, { ...LONG, ...seen, ...other }, alice),
        exchange.call(marginReverse, { id, ...seen, ...other }, alice),
      ])
        await expect(call).rejects.toMatchObject({
          answer: { code: 'margin_terms_changed', message },
        });
    for (const [other, code] of [
      [{ seen_fee: '10.01' }, 'input_invalid'],
      [{ seen_spread: '-1' }, 'input_invalid'],
      [{ seen_slippage: '0.001' }, 'number_precision'],
    ] as const)
      expect(await refusalOf(exchange.call(marginSubmit, { ...LONG, ...other }, alice))).toBe(code);
    expect((await listed(1)).data).toMatchObject([{ id, is_closing: 0 }]);
    await exchange.call(marginReverse, { id, ...seen }, alice);
    await index(60_000);
    expect((await listed(1)).data).toMatchObject([{ type: 2, share: 100 }]);
  });

  test('half of a position is closed, and history has the sum of both halves', async () => {
    const { id } = await enter(LONG);
    await index(60_600);
    expect(await refusalOf(exchange.call(marginClose, { id, share: '101' }, alice))).toBe(
      'quantity_invalid',
    );
    expect(await refusalOf(exchange.call(marginClose, { id, share: '1.5' }, alice))).toBe(
      'lots_not_whole',
    );
    await exchange.call(marginClose, { id, share: '40' }, alice);
    expect((await listed(1)).data).toMatchObject([{ id, is_closing: 1, closing_share: 40 }]);
    await index(60_600);
    // Entry 60,012: 588 a coin, 0.001 coins a lot.
    expect((await listed(1)).data).toMatchObject([
      {
        id,
        share: 60,
        number: '0.06',
        is_closing: 0,
        closing_share: 0,
        origin_caution_money: '360.072',
        profits: '35.28',
      },
    ]);
    await exchange.call(marginClose, { id }, alice);
    await index(60_700);
    expect((await listed(3)).data).toMatchObject([
      {
        ...{ id, share: 100, profits: '64.8', reason: 'closed', origin_caution_money: '600.12' },
        // 40 lots at 60,600 and 60 at 60,700.
        update_price: '60660',
      },
    ]);
    const moved = (await exchange.call(marginHistory, {}, alice)).data;
    expect(moved.slice(0, 2).map(({ number, subject }) => [number, subject])).toEqual([
      ['41.28', id],
      ['23.52', id],
    ]);
  });

  test('a close with a price waits for it, stands at the position, and can be taken back', async () => {
    const { id } = await enter(LONG);
    const off = exchange.call(marginClose, { id, target_price: '61000.001' }, alice);
    expect(await refusalOf(off)).toBe('price_off_tick');
    const strange = exchange.call(marginClose, { id, target_price: '61000.001' }, { user: BOB });
    expect(await refusalOf(strange)).toBe('position_not_found');
    const half = { id, share: '50', target_price: '61000' } as const;
    await exchange.call(marginClose, half, alice);
    const waiting = { limit_close_share: 50, limit_close_price: '61000' };
    expect((await listed(1)).data).toMatchObject([{ id, is_closing: 0, ...waiting }]);
    expect(await refusalOf(exchange.call(marginClose, half, alice))).toBe('change_pending');
    await exchange.call(marginCancel, { id }, alice);
    await index(60_500);
    const none = { limit_close_share: 0, limit_close_price: '0' };
    expect((await listed(1)).data).toMatchObject([{ id, share: 100, ...none }]);
    await exchange.call(marginClose, half, alice);
    await index(61_500);
    expect((await listed(1)).data).toMatchObject([{ id, share: 50, ...none }]);
    await exchange.call(marginClose, { id, target_price: '61000' }, alice);
    await index(61_100);
    // Half at 61,500, half at 61,100.
    expect((await listed(3)).data).toMatchObject([{ id, reason: 'limit', update_price: '61300' }]);
  });

  test('a reduce-only order closes the other side, oldest first, and never opens', async () => {
    const REDUCE = { ...LONG, type: 2, reduce_only: 1 } as const;
    const submit = async (input: CallInput<typeof marginSubmit>) =>
      await exchange.call(marginSubmit, input, alice);
    expect(await refusalOf(submit(REDUCE))).toBe('nothing_to_reduce');
    const first = await enter(LONG);
    const second = await enter(LONG);
    expect(await refusalOf(submit({ ...REDUCE, stop_loss_price: '59000' }))).toBe(
      'reduce_only_alone',
    );
    expect(await submit({ ...REDUCE, share: '130' })).toMatchObject({ id: first.id, status: 0 });
    await index(60_000);
    expect((await listed(1)).data).toMatchObject([{ id: second.id, share: 70 }]);
    expect((await listed(0)).data).toEqual([]);
    const limit = { ...REDUCE, share: '500', status: 0, target_price: '60500' } as const;
    expect(await submit(limit)).toMatchObject({ id: second.id, status: 0 });
    expect((await listed(1)).data).toMatchObject([{ limit_close_share: 70 }]);
    await index(60_600);
    expect((await listed(1)).data).toEqual([]);
    expect((await listed(0)).data).toEqual([]);
  });

  test('a position is turned round at one price, or stays as it is', async () => {
    const { id } = await enter(LONG);
    const waiting = exchange.call(marginReverse, { id }, alice);
    expect(await waiting).toMatchObject({ id: 0, status: 0 });
    expect((await listed(1)).data).toMatchObject([{ id, is_closing: 1, closing_share: 100 }]);
    expect(await refusalOf(exchange.call(marginClose, { id }, alice))).toBe('change_pending');
    // More than half a per cent lower, a short is not opened.
    await index(59_000);
    expect((await listed(1)).data).toMatchObject([{ id, is_closing: 0 }]);
    await exchange.call(marginReverse, { id }, alice);
    await index(59_000);
    expect((await listed(1)).data).toMatchObject([{ type: 2, share: 100, multiple: 10 }]);
    expect((await listed(3)).data).toMatchObject([{ id, reason: 'reversed', profits: '-101.2' }]);
    const [other] = (await listed(1)).data;
    const strange = exchange.call(marginReverse, { id: other?.id ?? 0 }, { user: BOB });
    expect(await refusalOf(strange)).toBe('position_not_found');
  });

  test('an isolated position stands beside the account, and takes and gives margin', async () => {
    const { id } = await enter({ ...LONG, isolated: 1 });
    const number = { id, number: '100' } as const;
    const cross = await enter(LONG);
    expect(await refusalOf(exchange.call(marginAdd, { id: cross.id, number: '1' }, alice))).toBe(
      'position_not_isolated',
    );
    await exchange.call(marginClose, { id: cross.id }, alice);
    await index(60_000);
    const account = await exchange.call(marginAllPositions, { legal_id: 3 }, alice);
    expect(account).toMatchObject({ margins_all: '0', profits_all: '0', hazard_rate: '0' });
    // Margin 600.12, maintained 30 %: a loss of 420.084 on 0.1 coins.
    expect((await listed(1)).data).toMatchObject([
      { id, isolated: 1, added_caution_money: '0', liquidation_price: '55811.15' },
    ]);
    await exchange.call(marginAdd, number, alice);
    expect((await listed(1)).data).toMatchObject([
      { id, added_caution_money: '100', liquidation_price: '54811.15' },
    ]);
    expect(await refusalOf(exchange.call(marginRemove, { id, number: '101' }, alice))).toBe(
      'margin_below_initial',
    );
    await exchange.call(marginRemove, { id, number: '40' }, alice);
    expect((await listed(1)).data).toMatchObject([{ leaving_caution_money: '40' }]);
    await index(60_100);
    expect((await listed(1)).data).toMatchObject([
      { added_caution_money: '60', leaving_caution_money: '0' },
    ]);
    await index(50_000);
    expect((await listed(3)).data[0]).toMatchObject({
      ...{ id, isolated: 1, reason: 'liquidated', added_caution_money: '60' },
      ...{ profits: '-660.12', bad_debt: '341.08' },
    });
    const strange = exchange.call(marginAdd, number, { user: BOB });
    expect(await refusalOf(strange)).toBe('position_not_found');
  });

  test('stops travel with an order, and hold from its fill on', async () => {
    const stops = { target_profit_price: '61000', stop_loss_price: '59000' };
    const late = exchange.call(
      marginSubmit,
      { ...LONG, ...stops, stop_loss_price: '60012' },
      alice,
    );
    expect(await refusalOf(late)).toBe('stop_on_wrong_side');
    const off = exchange.call(marginSubmit, { ...LONG, target_profit_price: '61000.001' }, alice);
    expect(await refusalOf(off)).toBe('price_off_tick');
    const limit = { ...LONG, status: 0, target_price: '59500', ...stops } as const;
    const { id } = await exchange.call(marginSubmit, limit, alice);
    expect((await listed(0)).data).toMatchObject([{ id, ...stops }]);
    await index(59_500);
    expect((await listed(1)).data).toMatchObject([{ id, ...stops }]);
    await index(61_200);
    expect((await listed(3)).data).toMatchObject([{ id, reason: 'takeProfit', ...stops }]);
  });

  test('a long at the market is opened, moves with the index, and is closed', async () => {
    const panel = await exchange.call(marginDeal, PAIR, alice);
    expect(panel).toMatchObject({
      lever_share_limit: { min: 1, max: 100_000 },
      user_lever: '10000',
      hazard_rate: '0',
      last_price: '60000',
      lever_share_num: '0.001',
      spread: '0.02',
      lever_trade_fee: '0.05',
      is_open: 1,
    });
    expect(panel.multiple.muit.map(({ value }) => value)).toEqual([5, 10, 20, 50, 100]);

    const opened = await exchange.call(marginSubmit, LONG, { ...alice, language: 'zh-CN' });
    expect(opened).toMatchObject({ message: '委托已接受，将按下一个价格成交', status: 0 });
    expect((await listed(0)).data).toMatchObject([{ id: opened.id, origin_price: '0', status: 0 }]);
    await index(60_000);
    // 100 lots of 0.001 BTC at 60,012 USDT.
    const [position] = (await listed(1)).data;
    expect(position).toMatchObject({
      id: opened.id,
      type: 1,
      status: 1,
      share: 100,
      number: '0.1',
      multiple: 10,
      price: '60012',
      origin_price: '60000',
      origin_caution_money: '600.12',
      trade_fee: '3.0006',
      profits: '-1.2',
      symbol: 'BTC/USDT',
    });
    await index(61_000);
    const [moved] = (await listed(1)).data;
    expect(moved).toMatchObject({ now_price: '61000', profits: '98.8', caution_money: '698.92' });
    const deal = await exchange.call(marginDeal, PAIR, alice);
    expect(deal).toMatchObject({
      profits_all: '98.8',
      margins_all: '600.12',
      all_levers: [{ id: opened.id }],
    });

    // 10,000 less the fee, and 98.80 that is not realised: in the contract wallet and its worth,
    // and in no other.
    expect(deal).toMatchObject({ equity_all: '10095.7994', maintenance_all: '180.036' });
    const wallets = await exchange.call(walletList, {}, alice);
    expect(wallets.lever_wallet.usdt_totle).toBe('10095.7994');
    expect(wallets.lever_wallet.balance.find(({ currency }) => currency === 3)).toMatchObject({
      lever_balance: '9396.8794',
      lock_lever_balance: '600.12',
      lever_profits: '98.8',
    });
    expect(wallets.micro_wallet.usdt_totle).toBe('0');

    expect(await exchange.call(marginClose, { id: opened.id }, alice)).toEqual({
      type: 'ok',
      message: 'Closing at the next price',
    });
    expect((await listed(1)).data).toMatchObject([{ id: opened.id, is_closing: 1 }]);
    expect(await exchange.call(marginCancel, { id: opened.id }, alice)).toMatchObject({
      message: 'It is cancelled with the next price',
    });
    expect(await refusalOf(exchange.call(marginClose, { id: opened.id }, alice))).toBe(
      'change_pending',
    );
    await index(61_000);
    expect((await listed(1)).data).toMatchObject([{ id: opened.id, is_closing: 0 }]);
    await exchange.call(marginClose, { id: opened.id }, alice);
    await index(61_000);
    expect((await listed(3)).data).toMatchObject([
      { id: opened.id, status: 3, profits: '98.8', update_price: '61000', reason: 'closed' },
    ]);
    expect((await listed(1)).total).toBe(0);
    const { data } = await exchange.call(marginHistory, { page: 1 }, alice);
    expect(data.map(({ type, number, market }) => [type, number, market])).toEqual([
      ['Contract profit', '98.8', 'BTC/USDT'],
      ['Contract fee', '-3.0006', 'BTC/USDT'],
      ['Deposit', '10000', ''],
    ]);
  });

  test('a limit waits, is revoked, or fills when the index is there', async () => {
    const short = { ...LONG, type: 2, status: 0 } as const;
    expect(await refusalOf(exchange.call(marginSubmit, short, alice))).toBe('field_missing');
    const first = await exchange.call(marginSubmit, { ...short, target_price: '61000' }, alice);
    const second = await exchange.call(marginSubmit, { ...short, target_price: '62000' }, alice);
    expect(first).toMatchObject({ status: 0, message: 'Order placed' });
    expect((await listed(0)).data).toMatchObject([
      { id: second.id, origin_price: '62000', price: '61987.6' },
      { id: first.id, status: 0 },
    ]);
    expect(await refusalOf(exchange.call(marginCancel, { id: first.id }, { user: BOB }))).toBe(
      'position_not_found',
    );
    await exchange.call(marginCancel, { id: first.id }, alice);
    await index(62_000);
    expect((await listed(1)).data).toMatchObject([{ id: second.id, origin_price: '62000' }]);
    expect((await listed(4)).data).toMatchObject([
      { id: first.id, status: 4, reason: 'cancelled' },
    ]);
    const all = await exchange.call(marginAllPositions, { page: 1 }, alice);
    expect(all.order.data.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 1],
      [first.id, 4],
    ]);
  });

  test('stops are set on their sides and close at the index', async () => {
    const { id } = await enter(LONG);
    expect(
      await refusalOf(
        exchange.call(
          marginSetStops,
          { id, target_profit_price: '60000', stop_loss_price: '0' },
          alice,
        ),
      ),
    ).toBe('take_profit_passed');
    expect(
      await refusalOf(
        exchange.call(
          marginSetStops,
          { id, target_profit_price: '0', stop_loss_price: '60000' },
          alice,
        ),
      ),
    ).toBe('stop_on_wrong_side');
    expect(
      await refusalOf(
        exchange.call(
          marginSetStops,
          { id, target_profit_price: '-1', stop_loss_price: '0' },
          alice,
        ),
      ),
    ).toBe('number_not_positive');
    expect(
      await refusalOf(
        exchange.call(
          marginSetStops,
          { id, target_profit_price: '0', stop_loss_price: '0' },
          { user: BOB },
        ),
      ),
    ).toBe('position_not_found');
    await exchange.call(
      marginSetStops,
      { id, target_profit_price: '66000', stop_loss_price: '59000' },
      alice,
    );
    expect((await listed(1)).data).toMatchObject([
      { target_profit_price: '66000', stop_loss_price: '59000' },
    ]);
    await index(58_900);
    expect((await listed(3)).data).toMatchObject([
      { id, reason: 'stopLoss', update_price: '58900', profits: '-111.2' },
    ]);
  });

  test('all, the long or the short ones are closed at once', async () => {
    for (const type of [1, 2, 1] as const) await enter({ ...LONG, type });
    await exchange.call(marginCloseMany, { type: 2 }, alice);
    await index(60_000);
    expect((await listed(1)).data.map(({ type }) => type)).toEqual([1, 1]);
    await exchange.call(marginCloseMany, { type: 0 }, alice);
    await index(60_000);
    expect(await refusalOf(exchange.call(marginCloseMany, { type: 0 }, alice))).toBe(
      'position_not_found',
    );
  });

  test('a batch that is sent again closes in no account what was opened since', async () => {
    const terms = exchange.live.margin.terms(1);
    if (terms === undefined) throw new Error('nothing is offered');
    const [bitcoin, ethBtc] = [1, 11];
    await exchange.engine.submit({
      kind: 'margin.terms',
      terms: { ...terms, market: ethBtc, lotSize: (COIN / 100n) as Amount },
    });
    for (const user of [SYSTEM.house, ALICE])
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user,
        wallet: 'margin',
        currency: bitcoin,
        amount: (100n * COIN) as Amount,
        reference: 'test',
      });
    const indexBoth = async (): Promise<void> => {
      exchange.engine.advance(5_000);
      await exchange.engine.submit({
        kind: 'index.set',
        source: 'test',
        sources: 3,
        prices: [
          [1, 6_000_000 as PriceTicks],
          [ethBtc, 3_500 as PriceTicks],
        ],
      });
    };
    await indexBoth();
    const open = (): number[] => exchange.live.margin.positions(ALICE).map(({ market }) => market);
    const openBoth = async (): Promise<void> => {
      const order = {
        user: ALICE,
        side: 'long',
        type: 'market',
        leverage: 10,
        lots: 1 as QuantityLots,
        priceTicks: 0 as PriceTicks,
      } as const;
      for (const of of [1, ethBtc])
        expect(
          await exchange.engine.submit({ kind: 'margin.open', market: of, ...order }),
        ).toMatchObject({ outcome: { ok: true } });
      await indexBoth();
    };
    await openBoth();
    const first = await exchange.call(marginCloseMany, { type: 0 }, { ...alice, key: 'one-wish' });
    await indexBoth();
    expect(open()).toEqual([]);
    await openBoth();
    // The answer tells how the first batch stands by now: nothing of it waits any more.
    expect([
      first.type,
      await exchange.call(marginCloseMany, { type: 0 }, { ...alice, key: 'one-wish' }),
    ]).toMatchObject(['ok', { type: 'ok' }]);
    await indexBoth();
    expect(open()).toEqual([ethBtc, 1]);
    // A later account that the engine does not take: the earlier one is closed all the same.
    let sent = 0;
    exchange.submit = async (command) => {
      if (command.kind === 'margin.closeAll' && ++sent > 1) throw new Fault('engine_busy', 'full');
      return await exchange.engine.submit(command);
    };
    const part = await exchange.call(marginCloseMany, { type: 0 }, { ...alice, key: 'part' });
    exchange.submit = (command) => exchange.engine.submit(command);
    expect(part).toMatchObject({ message: 'The list shows how it stands' });
    await indexBoth();
    expect(open()).toHaveLength(1);
  });

  test('real positions and those in play money are closed apart', async () => {
    const [coin] = STARTING_CURRENCIES;
    const [market] = STARTING_MARKETS;
    const terms = exchange.live.margin.terms(1);
    if (coin === undefined || market === undefined || terms === undefined)
      throw new Error('nothing is listed');
    const play = { id: 1000, code: PLAY_CURRENCY };
    await exchange.engine.submit({ kind: 'currency.list', currency: { ...coin, ...play } });
    await exchange.engine.submit({
      kind: 'market.list',
      market: { ...market, id: 1001, quote: play.id },
    });
    await exchange.engine.submit({ kind: 'margin.terms', terms: { ...terms, market: 1001 } });
    for (const user of [SYSTEM.house, ALICE])
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user,
        wallet: 'margin',
        currency: play.id,
        amount: (10_000n * COIN) as Amount,
        reference: 'test',
      });
    const indexBoth = async (): Promise<void> => {
      exchange.engine.advance(5_000);
      await exchange.engine.submit({
        kind: 'index.set',
        source: 'test',
        sources: 3,
        prices: [
          [1, 6_000_000 as PriceTicks],
          [1001, 6_000_000 as PriceTicks],
        ],
      });
    };
    await indexBoth();
    const open = (): unknown[] =>
      exchange.live.margin.positions(ALICE).map((position) => position.market);
    const openBoth = async (): Promise<void> => {
      const order = {
        user: ALICE,
        side: 'long',
        type: 'market',
        leverage: 10,
        lots: 1 as QuantityLots,
        priceTicks: 0 as PriceTicks,
      } as const;
      for (const of of [1, 1001])
        await exchange.engine.submit({ kind: 'margin.open', market: of, ...order });
      await indexBoth();
    };
    await openBoth();
    await exchange.call(marginCloseMany, { type: 0 }, alice);
    await indexBoth();
    expect(open()).toEqual([1001]);
    expect(await refusalOf(exchange.call(marginCloseMany, { type: 0 }, alice))).toBe(
      'position_not_found',
    );
    await openBoth();
    await exchange.call(marginCloseMany, { type: 1, legal_id: play.id }, alice);
    await indexBoth();
    expect(open()).toEqual([1]);
  });

  test('what a panel sends wrongly is refused with its own words', async () => {
    for (const share of ['0', '1.5', '-3', '0.0'])
      expect(await refusalOf(exchange.call(marginSubmit, { ...LONG, share }, alice))).toBe(
        'lots_not_whole',
      );
    expect(await refusalOf(exchange.call(marginSubmit, { ...LONG, share: '100001' }, alice))).toBe(
      'lots_too_many',
    );
    expect(await refusalOf(exchange.call(marginSubmit, { ...LONG, multiple: 7 }, alice))).toBe(
      'leverage_not_offered',
    );
    expect(await refusalOf(exchange.call(marginSubmit, { ...LONG, currency_id: 99 }, alice))).toBe(
      'market_unknown',
    );
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { user: BOB }))).toBe(
      'balance_insufficient',
    );
  });

  test('a price, spread, fee, margin, ratio or user that a client sends changes nothing (item 21 of the checklist)', async () => {
    const lies = {
      price: '1',
      now_price: '1',
      spread: '0',
      lever_trade_fee: '0',
      trade_fee: '0',
      caution_money: '0.01',
      origin_caution_money: '0.01',
      hazard_rate: '9999',
      lever_share_num: '10',
      user_id: BOB,
      target_price: '1',
    };
    await enter({ ...LONG, ...lies });
    expect((await listed(1)).data).toMatchObject([
      { price: '60012', origin_caution_money: '600.12', trade_fee: '3.0006', number: '0.1' },
    ]);
    expect((await listed(1, { user: BOB })).total).toBe(0);
  });

  test('a repeated submit with its key opens one position', async () => {
    const [first, second] = [
      await exchange.call(marginSubmit, LONG, { ...alice, key: 'k' }),
      await exchange.call(marginSubmit, LONG, { ...alice, key: 'k' }),
    ];
    expect(second.id).toBe(first.id);
    await index(60_000);
    expect((await listed(1)).total).toBe(1);
    expect(await exchange.call(marginSubmit, LONG, { ...alice, key: 'k' })).toMatchObject({
      id: first.id,
      status: 1,
      message: 'Position opened',
      // With the spread.
      price: '60012',
    });
  });

  test('a crash liquidates; the loss beyond the wallet is not the customer’s', async () => {
    const { id } = await enter({ ...LONG, multiple: 100, share: '10000' });
    const [position] = (await listed(1)).data;
    expect(position?.liquidation_price).toMatch(/^59\d{3}/);
    await index(50_000);
    const [closed] = (await listed(3)).data;
    expect(closed).toMatchObject({ id, reason: 'liquidated' });
    expect(closed?.bad_debt).toMatch(/^9\d{4}/);
    expect(exchange.live.balance(ALICE, 'margin', 3)).toMatchObject({ available: 0n, held: 0n });
  });

  test('its terms stand in the list of markets, and what is pushed is as its contract says', async () => {
    const [row] = (await exchange.call(quotationNew, {})).flatMap(({ quotation }) => quotation);
    expect(row).toMatchObject({
      lever_share_num: '0.001',
      spread: '0.02',
      lever_trade_fee: '0.05',
    });
    await enter(LONG);
    await exchange.call(marginSubmit, { ...LONG, status: 0, target_price: '50000' }, alice);
    const [event] = accountEvents(exchange.live, ALICE);
    expect([...Value.Errors(LeverTradeEvent, event)]).toEqual([]);
    expect(event).toMatchObject({
      legal_id: 3,
      trades_all: [{ status: 1 }],
      trades_entrust: [{ status: 0 }],
      profits_all: '-1.2',
    });
  });

  test('a market order that comes to nothing says why: the price was gone, or none came', async () => {
    const key = { ...alice, key: 'slip' };
    await exchange.call(marginSubmit, { ...LONG, worst_price: '60100' }, key);
    await index(60_100.01);
    expect(
      await refusalOf(exchange.call(marginSubmit, { ...LONG, worst_price: '60100' }, key)),
    ).toBe('fill_slipped');
    const { id } = await exchange.call(marginSubmit, LONG, { ...alice, key: 'late' });
    exchange.engine.advance(10_001);
    await exchange.engine.submit({ kind: 'clock.tick' });
    expect(await refusalOf(exchange.call(marginSubmit, LONG, { ...alice, key: 'late' }))).toBe(
      'fill_timed_out',
    );
    expect((await listed(4)).data[0]).toMatchObject({ id, reason: 'timeout' });
    expect(exchange.live.balance(ALICE, 'margin', 3)).toMatchObject({
      available: 10_000n * COIN,
      held: 0n,
    });
  });
});
