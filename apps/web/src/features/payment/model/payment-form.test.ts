import { expect, test } from 'vitest';
import { coinsFor, isAccount, isPayable } from './payment-form.ts';

const BOUNDS = { least: '10.00', most: '50000.00' };

test('coins are rounded down, as the exchange does', () => {
  expect(coinsFor('71', '7.1')).toBe('10');
  expect(coinsFor('100.5', '7.1')).toBe('14.15492957');
  for (const money of ['', '0', '-1', '1.001', 'x']) expect(coinsFor(money, '7.1')).toBeUndefined();
});

test('money is whole cents within the bounds', () => {
  for (const money of ['10', '10.00', '50000', '123.45'])
    expect(isPayable(money, BOUNDS), money).toBe(true);
  for (const money of ['', '9.99', '50000.01', '10.001', '-10', '1e3'])
    expect(isPayable(money, BOUNDS), money).toBe(false);
});

test('an account has no letter that means something in a signed text', () => {
  for (const account of ['payer@example.com', '+8613800000000', 'user_1-2'])
    expect(isAccount(account), account).toBe(true);
  for (const account of ['', 'a b', 'a&b', 'a=b', 'é', 'x'.repeat(65)])
    expect(isAccount(account), account).toBe(false);
});
