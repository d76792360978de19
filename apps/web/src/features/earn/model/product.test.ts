import { expect, test } from 'vitest';
import { amountFault, dayInterest, least, yearRate } from './product.ts';

test('a year of a rate of a day, digit for digit', () => {
  expect(yearRate('0.0219178')).toBe('7.999997');
  expect(yearRate('0')).toBe('0');
});

test('interest of a day, rounded down to a unit', () => {
  expect(dayInterest('500', '0.0109589', 8)).toBe('0.0547945');
  expect(dayInterest('0.01', '0.0109589', 6)).toBe('0.000001');
  expect(dayInterest('', '0.0109589', 8)).toBeUndefined();
  expect(dayInterest('0', '0.0109589', 8)).toBeUndefined();
});

test('the smallest of some amounts', () => {
  expect(least('10', '9.99', '10.00001')).toBe('9.99');
});

test('what is wrong with an amount', () => {
  const bounds = { decimals: 8, min: '10', max: '100', available: '50' };
  expect(amountFault('', bounds)).toBe('syntax');
  expect(amountFault('9'.repeat(20), bounds)).toBe('tooLarge');
  expect(amountFault('0', bounds)).toBe('syntax');
  expect(amountFault('9.99', bounds)).toBe('tooSmall');
  expect(amountFault('100.1', bounds)).toBe('tooLarge');
  expect(amountFault('60', bounds)).toBe('balance');
  expect(amountFault('50', bounds)).toBeUndefined();
  expect(amountFault('60', { ...bounds, available: undefined })).toBeUndefined();
});
