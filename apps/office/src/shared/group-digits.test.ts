import { expect, test } from 'vitest';
import { groupDigits } from './group-digits.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-6000000000', '-6,000,000,000'],
  ['-100.12345678', '-100.12345678'],
  ['1234567.5', '1,234,567.5'],
])('%s is shown as %s', (decimal, shown) => {
  expect(groupDigits(decimal)).toBe(shown);
});
