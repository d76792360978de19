import { expect, test } from 'vitest';
import { isAmount } from './amounts.ts';

test.each([
  ['1', true],
  ['0.00000001', true],
  ['0', false],
  ['-1', false],
  ['', false],
  ['0.000000001', false],
  ['1e3', false],
  ['9'.repeat(40), false],
])('%j is an amount: %s', (text, is) => expect(isAmount(text, 8)).toBe(is));

test('no amount has more decimals than its currency', () =>
  expect(['1.05', '1.055', '1.050'].map((text) => isAmount(text, 2))).toEqual([true, false, true]));
