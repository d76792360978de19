import { expect, test } from 'vitest';
import { steppedPrice } from './price-step.ts';

const scale = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };

test.each([
  ['60000', 1, '60000.01'],
  ['60000', -1, '59999.99'],
  ['60000.005', 1, '60000.01'],
  ['60000.005', -1, '60000'],
  ['0.01', -1, '0.01'],
  ['', 1, '50000.01'],
  ['x', -1, '49999.99'],
] as const)('%s and %s step: %s', (typed, steps, next) =>
  expect(steppedPrice(typed, steps, { scale, from: '50000' })).toBe(next),
);

test('without any price there is no step', () =>
  expect(steppedPrice('', 1, { scale, from: '0' })).toBeUndefined());
