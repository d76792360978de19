import { describe, expect, test } from 'vitest';
import type { Market } from '../../../shared/market/market.ts';
import { orderTold } from './order-told.ts';
import type { OrderRequest } from './trade-inputs.ts';

const MARKET = { base: 'BTC', quote: 'USDT' } as Market;
const LIMIT: OrderRequest = {
  baseId: 1,
  quoteId: 3,
  mode: 'limit',
  quantity: '0.02',
  price: '103000',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
};
const NOTHING = { message: '', filledQuantity: '0', filledTotal: '0' };
const SOME = { message: '', filledQuantity: '0.01', filledTotal: '1030' };

describe('what is said of an order', () => {
  test('that rests: its quantity and price', () =>
    expect(orderTold(MARKET, LIMIT, NOTHING)).toEqual({
      id: 'spot.told.open',
      values: { quantity: '0.02', coin: 'BTC', price: '103000', currency: 'USDT' },
    }));
  test('that has traded: how much, and for how much', () => {
    const values = { quantity: '0.01', coin: 'BTC', total: '1030', currency: 'USDT' };
    const filled = { id: 'spot.told.filled', values };
    expect(orderTold(MARKET, { ...LIMIT, quantity: '0.0100' }, SOME)).toEqual(filled);
    expect(orderTold(MARKET, { ...LIMIT, timeInForce: 'ioc' }, SOME)).toEqual(filled);
  });
  test('that has traded in part and rests: how much of it', () =>
    expect(orderTold(MARKET, LIMIT, SOME)).toEqual({
      id: 'spot.told.part',
      values: { quantity: '0.01', ordered: '0.02', coin: 'BTC', total: '1030', currency: 'USDT' },
    }));
  test('that found nobody: nothing', () => {
    expect(orderTold(MARKET, { ...LIMIT, timeInForce: 'ioc' }, NOTHING)).toBeUndefined();
    const { price: _price, timeInForce: _time, ...market } = LIMIT;
    expect(orderTold(MARKET, { ...market, mode: 'market' }, NOTHING)).toBeUndefined();
  });
});
