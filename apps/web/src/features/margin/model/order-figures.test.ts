import { expect, test } from 'vitest';
import { feeTaken, limitPrice } from './order-figures.ts';
import { LISTS } from './position.ts';
import { reasonText } from './reason-text.ts';

test('an order has the price that it names, a position none', () => {
  expect(LISTS.map((list) => limitPrice({ list, orderPrice: '100000' }))).toEqual([
    '0',
    '100000',
    '0',
    '100000',
  ]);
});

test('an order that ended without a position paid no fee', () => {
  expect(LISTS.map((list) => feeTaken({ list, fee: '0.25' }))).toEqual([
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
  expect(names).not.toContain('position.reason.other');
});
