import type { MarketScale } from '@meridian/money/market-scale';
import { expect, test } from 'vitest';
import { movedOrder } from './moved-order.ts';

const SCALE: MarketScale = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };

function ended(quantity: string, filledQuantity: string, isPostOnly = false) {
  return { quantity, filledQuantity, isPostOnly, selfTrade: 'expireMaker' as const };
}

test('what did not trade is placed anew', () => {
  expect(movedOrder(ended('0.5', '0'), '0', SCALE)).toEqual({
    quantity: '0.5',
    filledMeanwhile: '',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
  expect(movedOrder(ended('0.5', '0.2', true), '0.2', SCALE)).toEqual({
    quantity: '0.3',
    filledMeanwhile: '',
    isPostOnly: true,
    selfTrade: 'expireMaker',
  });
});

test('what traded between the look and the cancellation is not placed again, and is told', () => {
  expect(movedOrder(ended('0.5', '0.12345'), '0.1', SCALE)).toEqual({
    quantity: '0.37655',
    filledMeanwhile: '0.02345',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
});

test('an order that traded completely is not placed again', () => {
  expect(movedOrder(ended('0.5', '0.5'), '0', SCALE)).toBeUndefined();
});

test('a wanted quantity is placed, less what traded since it was wanted', () => {
  expect(movedOrder(ended('0.5', '0.2'), '0.2', SCALE, '0.8')).toEqual({
    quantity: '0.8',
    filledMeanwhile: '',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
  expect(movedOrder(ended('0.5', '0.3'), '0.2', SCALE, '0.15')).toEqual({
    quantity: '0.05',
    filledMeanwhile: '0.1',
    isPostOnly: false,
    selfTrade: 'expireMaker',
  });
  expect(movedOrder(ended('0.5', '0.4'), '0.2', SCALE, '0.2')).toBeUndefined();
});

test('figures of another grid are an error, and no order', () => {
  expect(() => movedOrder(ended('0.123456789', '0'), '0', SCALE)).toThrow(RangeError);
});
