import { expect, test } from 'vitest';
import type { Coin } from './conversion.ts';
import {
  amountError,
  estimateOf,
  firstTimeMs,
  marginOf,
  minuteOf,
  mostOf,
  rateOf,
  rateOfPrice,
  totalOf,
} from './convert-form.ts';

const USDT: Coin = {
  id: 3,
  code: 'USDT',
  decimals: 8,
  least: '1',
  most: '50000',
  step: '0.000001',
  marginBps: 0,
  capBps: 0,
  indexPrice: '1',
};
const BTC: Coin = { ...USDT, id: 1, code: 'BTC', marginBps: 10, indexPrice: '100000' };

test.each([
  ['', 'convert.error.amount'],
  ['9'.repeat(20), 'convert.error.most'],
  ['0', 'convert.error.amount'],
  ['0.5', 'convert.error.least'],
  ['50001', 'convert.error.most'],
  ['1.0000001', 'convert.error.step'],
  ['101', 'convert.error.balance'],
  ['100', undefined],
])('%s of 100 USDT: %s', (amount, id) => {
  expect(amountError(amount, USDT, 'from', '100')?.id).toBe(id);
});

test('what is received needs no balance', () => {
  expect(amountError('101', USDT, 'to', '100')).toBeUndefined();
});

test('the most is a whole number of steps within the bound', () => {
  expect(mostOf(USDT, '12.34567899')).toBe('12.345678');
  expect(mostOf(USDT, '60000')).toBe('50000');
  expect(mostOf(USDT, '0')).toBeUndefined();
});

test('a rate is of the dearer coin, whichever is given', () => {
  const btc = { code: 'BTC', decimals: 8 };
  const [given, received] = ['250', '0.00251319'];
  const expected = { of: 'BTC', rate: '99475.16', in: 'USDT' };
  expect(rateOf({ fromAmount: given, toAmount: received }, USDT, btc)).toEqual(expected);
  expect(rateOf({ fromAmount: received, toAmount: given }, btc, USDT)).toEqual(expected);
  const ada = { code: 'ADA', decimals: 8 };
  expect(rateOf({ fromAmount: '1', toAmount: '2.85714285' }, USDT, ada).rate).toBe('2.8571');
  const shib = { code: 'SHIB', decimals: 2 };
  expect(rateOf({ fromAmount: '1', toAmount: '40000' }, USDT, shib)).toEqual({
    of: 'USDT',
    rate: '40000',
    in: 'SHIB',
  });
});

test('a price of the wire is named the same way', () => {
  const named = { of: 'BTC', rate: '99475.17', in: 'USDT' };
  expect(rateOfPrice('0.00001005276', USDT, BTC)).toEqual(named);
  expect(rateOfPrice('99475.16900000000001', BTC, USDT)).toEqual(named);
  expect(rateOfPrice('99475', BTC, USDT)?.rate).toBe('99475');
  expect(rateOfPrice('', BTC, USDT)).toBeUndefined();
  expect(rateOfPrice('0', BTC, USDT)).toBeUndefined();
});

test('while an amount is typed the other one is about that of the index less the margin', () => {
  // 1,000 / (100,000 × 1.001), and 1,000 × 0.999.
  expect(estimateOf('1000', 'from', USDT, BTC)).toBe('0.00999');
  expect(estimateOf('0.01', 'from', BTC, USDT)).toBe('999');
  expect(estimateOf('0.01', 'to', USDT, BTC)).toBe('1001');
  expect(estimateOf('', 'from', USDT, BTC)).toBeUndefined();
  expect(estimateOf('1000', 'from', USDT, { ...BTC, indexPrice: '' })).toBeUndefined();
  expect(marginOf(USDT, BTC)).toBe('0.1');
});

test('a sweep accepts one percent less than what was shown', () => {
  const dust = [
    { id: 1, code: 'BTC', amount: '0.00001', brings: '0.6' },
    { id: 2, code: 'ETH', amount: '0.0001', brings: '0.3' },
  ];
  expect(totalOf(dust, 8)).toEqual({ total: '0.9', least: '0.891' });
});

test('the first time of a plan is today, or tomorrow where that is over', () => {
  const nine = Date.UTC(2026, 0, 5, 1);
  expect(firstTimeMs(9 * 60 + 1, nine)).toBe(nine + 60_000);
  expect(firstTimeMs(9 * 60, nine)).toBe(nine + 86_400_000);
  expect([minuteOf('09:30'), minuteOf('24:00'), minuteOf('')]).toEqual([570, undefined, undefined]);
});
