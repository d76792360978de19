import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisLabels, labelHeights } from './axis-labels.ts';

const heights = (wanted: Record<string, number>, fixed: number | undefined) =>
  Object.fromEntries(axisLabels(new Map(Object.entries(wanted)), { fixed, gap: 20, height: 400 }));

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

test('at the head and the foot labels turn round, and stay in the chart', () => {
  expect(heights({ top: 2 }, undefined)).toEqual({ top: 10 });
  expect(heights({ one: 385, two: 390, three: 398 }, undefined)).toEqual({
    one: 350,
    two: 370,
    three: 390,
  });
  expect(heights({ one: 5, two: 15, three: 98 }, 100)).toEqual({ one: 10, two: 30, three: 80 });
  expect(heights({ above: 4 }, 8)).toEqual({ above: 28 });
  expect(heights({ below: 396, far: 200 }, 392)).toEqual({ below: 372, far: 200 });
});

test('of more labels than have room, those next to the live price stand on its other side', () => {
  expect(heights({ one: 10, two: 20, three: 30, four: 40, under: 60 }, 50)).toEqual({
    one: 10,
    two: 30,
    three: 70,
    four: 90,
    under: 110,
  });
});

test('no label covers another or the live price, nor leaves the chart', () => {
  const any = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 17 });
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 400 }), (ys, fixed) => {
      const wanted = new Map(ys.map((y, at) => [String(at), y]));
      const placed = axisLabels(wanted, { fixed, gap: 20, height: 400 });
      expect(placed.size).toBe(ys.length);
      for (const y of placed.values()) expect([y >= 10, y <= 390]).toEqual([true, true]);
      const all = [...placed.values(), fixed].sort((one, other) => one - other);
      for (const [at, y] of all.entries())
        expect(y - (all[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(20);
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
