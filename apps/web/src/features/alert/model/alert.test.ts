import { expect, test } from 'vitest';
import { directionTo } from './alert.ts';

test.each([
  ['60000.1', '60000', 'rises'],
  ['9', '10', 'falls'],
  ['0.00000002', '0.00000001', 'rises'],
  ['60000.00', '60000', undefined],
  ['0', '10', undefined],
  ['-1', '10', undefined],
  ['', '10', undefined],
  ['10', '', undefined],
])('the way from the last price to %s, from %s, is: %s', (price, last, direction) => {
  expect(directionTo(price, last)).toBe(direction);
});
