import { expect, test } from 'vitest';
import { isEnoughBond, shownRate } from './trader-page.ts';

test('a rate is told from thirty orders of 30 days on', () => {
  expect(shownRate({ monthEnded: 29, completionRate: '100' })).toBeUndefined();
  expect(shownRate({ monthEnded: 30, completionRate: '96.66' })).toBe('96.66');
});

test('a bond is asked for from the least amount on', () => {
  for (const amount of ['500', '500.01'])
    expect(isEnoughBond(amount, { amount: '500' })).toBe(true);
  for (const amount of ['', 'x', '0', '499.99'])
    expect(isEnoughBond(amount, { amount: '500' }), amount).toBe(false);
});
