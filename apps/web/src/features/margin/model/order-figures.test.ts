import { expect, test } from 'vitest';
import { feeTaken, limitPrice } from './order-figures.ts';
import { reasonText } from './reason-text.ts';

test('an order has the price that it names, a position none', () => {
  expect(
    ([0, 1, 3, 4] as const).map((status) => limitPrice({ status, origin_price: '100000' })),
  ).toEqual(['100000', '0', '0', '100000']);
});

test('an order that ended without a position paid no fee', () => {
  expect(([0, 1, 3, 4] as const).map((status) => feeTaken({ status, trade_fee: '0.25' }))).toEqual([
    '0.25',
    '0.25',
    '0.25',
    undefined,
  ]);
});

test('whatever ends an order is told by its own name', () => {
  const names = [
    'cancelled',
    'liquidation',
    'margin',
    'exposure',
    'house',
    'slippage',
    'timeout',
  ].map(reasonText);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('margin.reason.other');
});
