import { expect, test } from 'vitest';
import { orderKind } from './order-kind.ts';

test('an order of each kind is called by its name, not every one a limit order', () => {
  expect(orderKind({ mode: 1, time_in_force: 'ioc', post_only: 0 })).toBe('orders.type.market');
  expect(orderKind({ mode: 1, time_in_force: 'fok', post_only: 0 })).toBe('orders.type.marketFok');
  expect(orderKind({ mode: 2, time_in_force: 'gtc', post_only: 0 })).toBe('orders.type.limit');
  expect(orderKind({ mode: 2, time_in_force: 'gtc', post_only: 1 })).toBe('orders.type.postOnly');
  expect(orderKind({ mode: 2, time_in_force: 'ioc', post_only: 0 })).toBe('orders.type.ioc');
  expect(orderKind({ mode: 2, time_in_force: 'fok', post_only: 0 })).toBe('orders.type.fok');
});
