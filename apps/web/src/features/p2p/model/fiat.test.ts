import { expect, test } from 'vitest';
import { leastQuantityFor, moneyFor, quantityFor } from './fiat.ts';

test('a quantity costs what the exchange asks: rounded up to a cent', () => {
  expect(moneyFor('100', '7.25', 6)).toBe('725.00');
  expect(moneyFor('0.000001', '7.25', 6)).toBe('0.01');
  expect(moneyFor('0.33333333', '600000.5', 8)).toBe('200000.17');
  for (const quantity of ['', '-1', 'x', '0.0000001'])
    expect(moneyFor(quantity, '7.25', 6), quantity).toBeUndefined();
});

test('money buys the largest quantity that costs no more', () => {
  expect(quantityFor('500', '7.25', 6)).toBe('68.965517');
  expect(moneyFor('68.965517', '7.25', 6)).toBe('500.00');
  expect(moneyFor('68.965518', '7.25', 6)).toBe('500.01');
  for (const money of ['', '-1', 'x', '0.001'])
    expect(quantityFor(money, '7.25', 6), money).toBeUndefined();
  expect(quantityFor('500', '0', 6)).toBeUndefined();
});

test('the smallest quantity that costs as much', () => {
  expect(leastQuantityFor('100', '7.25', 6)).toBe('13.791725');
  expect(moneyFor('13.791725', '7.25', 6)).toBe('100.00');
  expect(moneyFor('13.791724', '7.25', 6)).toBe('99.99');
  expect(leastQuantityFor('100', '9000000', 8)).toBe('0.00001112');
  expect(moneyFor('0.00001112', '9000000', 8)).toBe('100.08');
  expect(leastQuantityFor('0', '7.25', 6)).toBeUndefined();
});
