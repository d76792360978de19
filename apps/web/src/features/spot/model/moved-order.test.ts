import type { MarketScale } from '@meridian/money/market-scale';
import { expect, test } from 'vitest';
import { movedOrder } from './moved-order.ts';

const SCALE: MarketScale = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };

function ended(filledQuantity: string, isPostOnly = false) {
  return { filledQuantity, isPostOnly, selfTrade: 'expireMaker' as const };
}

test('the quantity that rested is placed anew', () => {
  expect(movedOrder(ended('0'), { known: '0', wanted: '0.5' }, SCALE)).toEqual({
    quantity: '0.5',
    filledMeanwhile: '',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
  expect(movedOrder(ended('0.2', true), { known: '0.2', wanted: '0.3' }, SCALE)).toEqual({
    quantity: '0.3',
    filledMeanwhile: '',
    isPostOnly: true,
    selfTrade: 'expireMaker',
  });
});

test('what traded between the look and the cancellation is not placed again, and is told', () => {
  expect(movedOrder(ended('0.12345'), { known: '0.1', wanted: '0.4' }, SCALE)).toEqual({
    quantity: '0.37655',
    filledMeanwhile: '0.02345',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
});

test('an order whose rest traded is not placed again', () => {
  expect(movedOrder(ended('0.5'), { known: '0', wanted: '0.5' }, SCALE)).toBeUndefined();
  expect(movedOrder(ended('0.4'), { known: '0.2', wanted: '0.2' }, SCALE)).toBeUndefined();
});

test('figures of another grid are an error, and no order', () => {
  const seen = { known: '0', wanted: '0.123456789' };
  expect(() => movedOrder(ended('0'), seen, SCALE)).toThrow(RangeError);
});
