import { expect, test } from 'vitest';
import { orderKind } from './order-kind.ts';

test('an order of each kind is called by its name, not every one a limit order', () => {
  expect(orderKind({ mode: 'market', timeInForce: 'ioc', isPostOnly: false })).toBe(
    'orders.type.market',
  );
  expect(orderKind({ mode: 'market', timeInForce: 'fok', isPostOnly: false })).toBe(
    'orders.type.marketFok',
  );
  expect(orderKind({ mode: 'limit', timeInForce: 'gtc', isPostOnly: false })).toBe(
    'orders.type.limit',
  );
  expect(orderKind({ mode: 'limit', timeInForce: 'gtc', isPostOnly: true })).toBe(
    'orders.type.postOnly',
  );
  expect(orderKind({ mode: 'limit', timeInForce: 'ioc', isPostOnly: false })).toBe(
    'orders.type.ioc',
  );
  expect(orderKind({ mode: 'limit', timeInForce: 'fok', isPostOnly: false })).toBe(
    'orders.type.fok',
  );
});
