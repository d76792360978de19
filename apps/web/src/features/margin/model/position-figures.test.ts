import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  distancePercent,
  gather,
  netOf,
  profitAt,
  roiPercent,
  sum,
  worthAt,
} from './position-figures.ts';

const LONG = { side: 'long', entryPrice: '60012', quantity: '0.1', margin: '600.12' } as const;

test('a position is worth price times coins', () => {
  expect(worthAt('60000.5', LONG)).toBe('6000.05');
  expect(worthAt('0', LONG)).toBeUndefined();
  expect(worthAt('', LONG)).toBeUndefined();
});

test.each([
  ['60.012', '600.12', '10'],
  ['-1.2', '600.12', '-0.19'],
  ['0', '600.12', '0'],
  ['1', '0', undefined],
  ['--', '1', undefined],
])('a profit of %s on %s is %s %', (profit, margin, roi) =>
  expect(roiPercent(profit, margin)).toBe(roi),
);

test.each([
  [LONG, '61012', { profit: '100', roi: '16.66' }],
  [LONG, '59012', { profit: '-100', roi: '-16.66' }],
  [{ ...LONG, side: 'short' }, '59012', { profit: '100', roi: '16.66' }],
] as const)('%j brings at %s %j', (position, price, result) =>
  expect(profitAt(price, position)).toEqual(result),
);

test('profits are added for each currency and side', () => {
  const open = [
    { side: 'long', quoteId: 3, quantity: '0.1', profit: '1.5' },
    { side: 'short', quoteId: 3, quantity: '0.03', profit: '-4' },
    { side: 'long', quoteId: 1, quantity: '2', profit: '0.25' },
  ] as const;
  expect(gather(open, 'all')).toEqual({
    count: 3,
    profits: [
      { quoteId: 3, profit: '-2.5' },
      { quoteId: 1, profit: '0.25' },
    ],
  });
  expect(gather(open, 'short')).toEqual({ count: 1, profits: [{ quoteId: 3, profit: '-4' }] });
  expect(gather([], 'all')).toEqual({ count: 0, profits: [] });
  expect(netOf(open.slice(0, 2))).toEqual({ quantity: '0.07', profit: '-2.5' });
});

test('sums are exact at any number of decimals', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (cents) => {
      const texts = cents.map((each) => {
        const size = String(Math.abs(each)).padStart(3, '0');
        return `${each < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
      });
      expect(Number(sum(texts))).toBe(cents.reduce((total, each) => total + each, 0) / 100);
    }),
  );
});

test.each([
  ['61000', '60000', '1.66'],
  ['59400', '60000', '-1'],
  ['60000', '0', undefined],
  ['', '60000', undefined],
])('%s is from %s %s % away', (price, from, percent) =>
  expect(distancePercent(price, from)).toBe(percent),
);
