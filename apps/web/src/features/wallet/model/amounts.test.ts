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
])('%j is an amount: %s', (text, is) => expect(isAmount(text)).toBe(is));
