import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisLabels, labelHeights } from './axis-labels.ts';

const heights = (wanted: Record<string, number>, fixed: number | undefined) =>
  Object.fromEntries(axisLabels(new Map(Object.entries(wanted)), { fixed, gap: 20 }));

test('the live price is never covered: labels move up above it and down below it', () => {
  expect(heights({ above: 95, below: 104, far: 300 }, 100)).toEqual({
    above: 80,
    below: 120,
    far: 300,
  });
  expect(heights({ at: 100 }, 100)).toEqual({ at: 120 });
});

test('labels of one side make room for each other in the order of their prices', () => {
  expect(heights({ near: 98, next: 90, far: 10 }, 100)).toEqual({ near: 80, next: 60, far: 10 });
  expect(heights({ one: 50, same: 50 }, undefined)).toEqual({ one: 50, same: 70 });
});

test('no label covers another or the live price', () => {
  const any = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 });
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 400 }), (ys, fixed) => {
      const wanted = new Map(ys.map((y, at) => [String(at), y]));
      const placed = [...axisLabels(wanted, { fixed, gap: 20 }).values(), fixed];
      placed.sort((one, other) => one - other);
      for (const [at, y] of placed.entries())
        expect(y - (placed[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(20);
    }),
  );
});

test('own prices make room for the live price where it is shown, and are left out of sight', () => {
  const lines = [
    { id: 'near', price: '105' },
    { id: 'far', price: '300' },
    { id: 'away', price: '900' },
  ];
  const at = (isShown: boolean) =>
    Object.fromEntries(
      labelHeights(lines, {
        chart: {
          getStyles: () => ({ candle: { priceMark: { last: { show: isShown } } } }),
          getDataList: () => [{ close: 100 }],
        } as unknown as Parameters<typeof labelHeights>[1]['chart'],
        axis: { convertToPixel: (price) => price, convertToNicePixel: (price) => price },
        height: 400,
      }),
    );
  expect(at(true)).toEqual({ near: 120, far: 300 });
  expect(at(false)).toEqual({ near: 105, far: 300 });
});
