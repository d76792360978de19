import { expect, test } from 'vitest';
import { coinsFor, isMoney } from './deal-form.ts';

test('what is got is rounded down, what is given up', () => {
  expect(coinsFor('725', '7.25', 'buy')).toBe('100');
  expect(coinsFor('100', '7.25', 'buy')).toBe('13.79310344');
  expect(coinsFor('100', '7.25', 'sell')).toBe('13.79310345');
  for (const money of ['', '0', '1.001', 'x'])
    expect(coinsFor(money, '7.25', 'buy')).toBeUndefined();
});

test('money is whole cents within the bound', () => {
  expect(isMoney('50000.00', '50000.00')).toBe(true);
  for (const money of ['', '0', '-1', '0.001', '50000.01'])
    expect(isMoney(money, '50000.00')).toBe(false);
});
