import { describe, expect, test } from 'vitest';
import {
  agreedPrice,
  inOtherUnit,
  limitsOf,
  mostOf,
  orderError,
  sizeOf,
  type OrderInputs,
} from './order-form.ts';

const COIN = { decimals: 6, minMoney: '100.00', maxMoney: '50000.00' };
const AD = { side: 'sell', min: '10', max: '1000', surplus: '2000', price: '7.25' } as const;
const typed = (amount: string, unit: OrderInputs['unit'] = 'money'): OrderInputs => ({
  amount,
  unit,
  way: 'bank',
});
const errorOf = (inputs: OrderInputs, ad: Parameters<typeof orderError>[1] = AD, available = '') =>
  orderError(inputs, ad, { coin: COIN, available: available === '' ? undefined : available });

describe('the limits of a deal', () => {
  test("are the ad's, and within the coin's in CNY", () => {
    expect(limitsOf(AD, COIN)).toEqual({
      least: { quantity: '13.791725', money: '100.00' },
      most: { quantity: '1000', money: '7250.00' },
    });
    expect(limitsOf({ ...AD, min: '20', max: '9000', surplus: '9000' }, COIN)).toEqual({
      least: { quantity: '20', money: '145.00' },
      most: { quantity: '6896.551724', money: '50000.00' },
    });
  });

  test('let a rest below the least be taken whole, and nothing else of it', () => {
    const rest = { quantity: '5', money: '36.25' };
    expect(limitsOf({ ...AD, min: '5', max: '5', surplus: '5' }, COIN)).toEqual({
      least: rest,
      most: rest,
    });
    expect(limitsOf({ ...AD, min: '5', max: '5', surplus: '50' }, COIN)).toBeUndefined();
  });

  test('are none where nothing is left, or the price rests', () => {
    expect(limitsOf({ ...AD, min: '0', max: '0' }, COIN)).toBeUndefined();
    expect(limitsOf({ ...AD, price: '' }, COIN)).toBeUndefined();
  });
});

describe('the size of an order', () => {
  test('is the same whichever unit it is typed in', () => {
    const size = sizeOf(typed('500'), AD, COIN);
    expect(size).toEqual({ quantity: '68.965517', money: '500.00' });
    expect(sizeOf(typed(inOtherUnit(typed('500'), 'coin', size), 'coin'), AD, COIN)).toEqual(size);
  });

  test('is never above the largest deal for its very total', () => {
    const ad = { ...AD, max: '100', surplus: '100', price: '7.2533333' };
    expect(sizeOf(typed('725.34'), ad, COIN)).toEqual({ quantity: '100', money: '725.34' });
  });

  test('is not known of what is no amount', () => {
    for (const amount of ['', '0', 'x', '-5']) {
      expect(sizeOf(typed(amount), AD, COIN), amount).toBeUndefined();
      expect(sizeOf(typed(amount, 'coin'), AD, COIN), amount).toBeUndefined();
    }
  });
});

test('the most of a sale is what the ad allows and the wallet has', () => {
  const ad = { ...AD, side: 'buy' } as const;
  const part = { unit: 'coin', amount: '50.5' };
  expect(mostOf('coin', ad, { coin: COIN, available: '50.5' })).toEqual(part);
  expect(mostOf('money', ad, { coin: COIN, available: '50.5' })).toEqual(part);
  const all = { unit: 'money', amount: '7250.00' };
  expect(mostOf('money', ad, { coin: COIN, available: '5000' })).toEqual(all);
  expect(mostOf('money', AD, { coin: COIN, available: undefined })).toEqual(all);
  expect(mostOf('coin', ad, { coin: COIN, available: '0' })).toBeUndefined();
});

describe('what is wrong with an order', () => {
  test('nothing between the limits', () => {
    for (const amount of ['100.00', '500', '7250']) expect(errorOf(typed(amount))).toBeUndefined();
    for (const amount of ['13.791725', '1000'])
      expect(errorOf(typed(amount, 'coin'))).toBeUndefined();
  });

  test('an amount that is none, or outside the limits', () => {
    expect(errorOf(typed(''))?.id).toBe('p2p.market.error.amount');
    expect(errorOf(typed('99.99'))).toMatchObject({
      id: 'p2p.market.error.least',
      at: { money: '100.00', quantity: '13.791725' },
    });
    expect(errorOf(typed('7250.01'))?.id).toBe('p2p.market.error.most');
    expect(errorOf(typed('1000.000001', 'coin'))?.id).toBe('p2p.market.error.most');
  });

  test('a sale of more than the wallet has', () => {
    const ad = { ...AD, side: 'buy' } as const;
    expect(errorOf(typed('20', 'coin'), ad, '19.999999')?.id).toBe('p2p.market.error.balance');
    expect(errorOf(typed('20', 'coin'), ad, '20')).toBeUndefined();
    expect(errorOf(typed('20', 'coin'), AD, '0')).toBeUndefined();
  });

  test('no way of payment, and an ad that has nothing left', () => {
    expect(errorOf({ ...typed('500'), way: undefined })?.field).toBe('way');
    expect(errorOf(typed('500'), { ...AD, max: '0' })?.id).toBe('p2p.market.error.over');
  });
});

test('a better price is taken over, a worse one and none are not', () => {
  expect(agreedPrice({ side: 'sell', price: '7.2' }, '7.25')).toBe('7.2');
  expect(agreedPrice({ side: 'sell', price: '7.3' }, '7.25')).toBe('7.25');
  expect(agreedPrice({ side: 'buy', price: '7.3' }, '7.25')).toBe('7.3');
  expect(agreedPrice({ side: 'buy', price: '7.2' }, '7.25')).toBe('7.25');
  expect(agreedPrice({ side: 'sell', price: '' }, '7.25')).toBe('7.25');
});
