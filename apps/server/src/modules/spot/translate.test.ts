import type { Accepted } from '@meridian/core/outcome';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../gateway/refusal.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from '../market/starting-catalog.ts';
import type { Pair } from '../market/translate.ts';
import type { FinishedOrderRow } from './queries.ts';
import {
  finishedOrder,
  openOrder,
  orderAnswer,
  placeOrder,
  type PlaceOrderInput,
} from './translate.ts';

/** BTC/USDT: tick 0.01 USDT, lot 0.00001 BTC. */
const PAIR = bitcoinPair();
const BUYER = { user: 100_001, side: 'buy', key: undefined } as const;
const LIMIT: PlaceOrderInput = {
  legal_id: 3,
  currency_id: 1,
  price: '60000.01',
  num: '0.5',
  mode: '2',
};

function bitcoinPair(): Pair {
  const [base, , quote] = STARTING_CURRENCIES;
  const [market] = STARTING_MARKETS;
  if (base === undefined || quote === undefined || market === undefined)
    throw new Error('the catalog is empty');
  return {
    market,
    base,
    quote,
    scale: {
      baseScale: base.scale,
      quoteScale: quote.scale,
      tickSize: market.tickSize,
      lotSize: market.lotSize,
    },
  };
}

function refusalOf(input: PlaceOrderInput): Pick<Refusal, 'code' | 'params'> {
  try {
    placeOrder(input, PAIR, BUYER);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, params: error.params };
    throw error;
  }
  throw new Error('it was not refused');
}

describe('placeOrder', () => {
  test('a limit order is in ticks and lots, and rests by default', () => {
    expect(placeOrder(LIMIT, PAIR, BUYER)).toEqual({
      kind: 'spot.place',
      user: 100_001,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 6_000_001,
      quantityLots: 50_000,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
    });
  });

  test.each(['1', 1] as const)(
    'a market order (mode %j) has no price, whatever is sent, and never rests',
    (mode) => {
      const command = placeOrder({ ...LIMIT, mode, price: 'nonsense' }, PAIR, {
        ...BUYER,
        side: 'sell',
      });
      expect(command).toMatchObject({
        type: 'market',
        side: 'sell',
        priceTicks: 0,
        timeInForce: 'ioc',
      });
    },
  );

  test('what our own clients may add is passed on', () => {
    const input: PlaceOrderInput = {
      ...LIMIT,
      time_in_force: 'fok',
      post_only: '1',
      self_trade: 'expire_both',
      client_order_id: 'mine-1',
    };
    const command = placeOrder(input, PAIR, { ...BUYER, key: 'k-1' });
    expect(command).toMatchObject({
      timeInForce: 'fok',
      postOnly: true,
      selfTrade: 'expireBoth',
      clientOrderId: 'mine-1',
      key: 'k-1',
    });
  });

  test('a limit order without a price is refused by name', () => {
    const { price: _price, ...withoutPrice } = LIMIT;
    expect(refusalOf(withoutPrice)).toEqual({ code: 'field_missing', params: { field: 'price' } });
  });

  test.each([
    ['-1', 'number_not_positive'],
    ['0', 'number_not_positive'],
    ['-0', 'number_not_positive'],
    ['0.00000', 'number_not_positive'],
    ['1e-19', 'number_syntax'],
    ['1e400', 'number_syntax'],
    ['NaN', 'number_syntax'],
    ['Infinity', 'number_syntax'],
    ['0x1F', 'number_syntax'],
    ['1,5', 'number_syntax'],
    ['+1', 'number_syntax'],
    [' 1', 'number_syntax'],
    ['1 ', 'number_syntax'],
    ['.5', 'number_syntax'],
    ['5.', 'number_syntax'],
    ['1.2.3', 'number_syntax'],
    ['１２', 'number_syntax'],
    ['١٢', 'number_syntax'],
    ['1\u0000', 'number_syntax'],
    ['\ud800', 'number_syntax'],
    ['', 'number_syntax'],
    ['__proto__', 'number_syntax'],
    ["' OR 1=1--", 'number_syntax'],
    ['0.000000001', 'number_precision'],
    ['9'.repeat(20), 'number_range'],
    ['9'.repeat(1_000_000), 'number_range'],
    ['92233720368.54775808', 'number_range'],
  ])('%.20s is refused as %s, for price and quantity alike, naming the field', (text, code) => {
    expect(refusalOf({ ...LIMIT, price: text })).toEqual({ code, params: { field: 'price' } });
    expect(refusalOf({ ...LIMIT, num: text })).toEqual({ code, params: { field: 'num' } });
  });

  test('a price between two ticks and a quantity between two lots are refused', () => {
    expect(refusalOf({ ...LIMIT, price: '60000.001' }).code).toBe('price_off_tick');
    expect(refusalOf({ ...LIMIT, num: '0.000001' }).code).toBe('quantity_off_lot');
  });

  test('zeros beyond the scale lose nothing and are taken', () => {
    expect(
      placeOrder({ ...LIMIT, price: '60000.0100000000000', num: '00.50' }, PAIR, BUYER),
    ).toMatchObject({ priceTicks: 6_000_001, quantityLots: 50_000 });
  });
});

describe('answers', () => {
  test('an accepted order tells what traded at once', () => {
    const outcome: Accepted = {
      ok: true,
      order: 7,
      status: 'partlyFilled',
      filledLots: 25_000,
      filledNotional: 1_500_000_250_000n as never,
    };
    expect(orderAnswer(outcome, PAIR)).toEqual({
      id: 7,
      status: 'partly_filled',
      complete_number: '0.25',
      complete_money: '15000.0025',
    });
  });

  test('an open order shows what remains of it', () => {
    const order = {
      id: 9,
      user: 100_001,
      market: 1,
      side: 'sell',
      priceTicks: 6_000_000,
      quantityLots: 50_000,
      filledLots: 20_000,
      remainingLots: 30_000,
      placedAtMs: Date.UTC(2026, 0, 5, 16, 0, 1),
      clientOrderId: 'mine',
    } as const;
    expect(openOrder(order, PAIR)).toEqual({
      id: 9,
      client_order_id: 'mine',
      create_time: '2026-01-06 00:00:01',
      create_time_ms: order.placedAtMs,
      currency_id: 1,
      legal_id: 3,
      currency_name: 'BTC',
      legal_name: 'USDT',
      type: 'out',
      price: '60000',
      number: '0.3',
      total_number: '0.5',
      complete_number: '0.2',
      total_money: '18000',
    });
  });

  const ended: FinishedOrderRow = {
    id: 9,
    market: 1,
    side: 'buy',
    type: 'market',
    timeInForce: 'ioc',
    postOnly: false,
    selfTrade: 'expireTaker',
    priceTicks: 0,
    quantityLots: 30_000,
    filledLots: 30_000,
    filledNotional: 1_800_000_100_000n,
    fee: 30_000n,
    rebate: 0n,
    placedMs: 1_000,
    closedMs: 2_000,
    closeReason: 'filled',
    clientOrderId: undefined,
  };

  test('a filled buy shows its average price, its total and its fee in the coin', () => {
    expect(finishedOrder(ended, [], PAIR)).toMatchObject({
      way: 2,
      type: 'in',
      mode: 1,
      number: '0.3',
      total: '18000.001',
      price: '60000.00333333',
      in_fee: '0.0003',
      out_fee: '0',
      status: 'filled',
    });
  });

  test('a sell has its fee in legal currency', () => {
    expect(finishedOrder({ ...ended, side: 'sell' }, [], PAIR)).toMatchObject({
      way: 1,
      type: 'out',
      in_fee: '0',
      out_fee: '0.0003',
    });
  });

  test.each([
    ['buy', 'legal currency', '0.0000005'],
    ['sell', 'the coin', '0.0000005'],
  ] as const)('the rebate of a %s is in %s', (side, _, rebate) => {
    expect(finishedOrder({ ...ended, side, fee: 0n, rebate: 50n }, [], PAIR)).toMatchObject({
      in_fee: '0',
      out_fee: '0',
      rebate,
    });
  });

  test('a revoked order that never traded shows its limit', () => {
    const revoked = finishedOrder(
      {
        ...ended,
        type: 'limit',
        priceTicks: 6_100_000,
        filledLots: 0,
        filledNotional: 0n,
        fee: 0n,
        closeReason: 'cancelled',
      },
      [],
      PAIR,
    );
    expect(revoked).toMatchObject({
      mode: 2,
      price: '61000',
      number: '0',
      total: '0',
      status: 'cancelled',
      reason: 'cancelled',
    });
  });

  test('an order says how long it was to stand, and whether it was only to rest', () => {
    expect(finishedOrder(ended, [], PAIR)).toMatchObject({
      mode: 1,
      time_in_force: 'ioc',
      post_only: 0,
    });
    expect(
      finishedOrder({ ...ended, type: 'limit', timeInForce: 'gtc', postOnly: true }, [], PAIR),
    ).toMatchObject({ mode: 2, time_in_force: 'gtc', post_only: 1 });
    expect(finishedOrder({ ...ended, selfTrade: 'expireMaker' }, [], PAIR).self_trade).toBe(
      'expire_maker',
    );
  });

  test('a revoked order that traded in part says so', () => {
    expect(finishedOrder({ ...ended, closeReason: 'cancelled' }, [], PAIR).status).toBe(
      'partly_filled',
    );
  });
});
