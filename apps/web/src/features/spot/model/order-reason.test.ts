import { expect, test } from 'vitest';
import { orderReason } from './order-reason.ts';

test('an order that left something says why; one that was filled, or ended by an unknown word, says nothing', () => {
  expect(orderReason({ reason: 'operator' })).toBe('orders.reason.operator');
  expect(orderReason({ reason: 'filled' })).toBeUndefined();
  expect(orderReason({ reason: 'younger than this page' })).toBeUndefined();
});
