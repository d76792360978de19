import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEPTH_SHARES, depthAt, depthCurve, fittingShare, type DepthLevel } from './depth-curve.ts';

const BIDS: DepthLevel[] = [
  { ticks: 9_990, sum: 5 },
  { ticks: 9_950, sum: 20 },
  { ticks: 9_000, sum: 100 },
];
const ASKS: DepthLevel[] = [
  { ticks: 10_010, sum: 3 },
  { ticks: 10_050, sum: 9 },
  { ticks: 10_400, sum: 12 },
];

test('a curve has the levels in sight, around the middle of the best prices', () => {
  expect(depthCurve(BIDS, ASKS, 0.01)).toEqual({
    bids: BIDS.slice(0, 2),
    asks: ASKS.slice(0, 2),
    middle: 10_000,
    from: 9_900,
    to: 10_100,
    share: 0.01,
    most: 20,
  });
});

test('a book with one side has its middle at its best price, an empty one has no curve', () => {
  expect(depthCurve(BIDS, [], 0.1)).toMatchObject({ middle: 9_990, asks: [] });
  expect(depthCurve([], ASKS, 0.1)).toMatchObject({ middle: 10_010, bids: [] });
  expect(depthCurve([], [], 0.1)).toBeUndefined();
});

test('a price tells the lots up to it and its distance, and nothing between the best prices', () => {
  const curve = depthCurve(BIDS, ASKS, 0.1) ?? expect.fail('no curve');
  expect(depthAt(curve, 9_960)).toEqual({
    side: 'bids',
    ticks: 9_960,
    sum: 5,
    distance: expect.closeTo(-0.4, 9),
  });
  expect(depthAt(curve, 9_950)).toMatchObject({ sum: 20 });
  expect(depthAt(curve, 10_049)).toMatchObject({ side: 'asks', sum: 3 });
  expect(depthAt(curve, 10_395.4)).toMatchObject({ ticks: 10_395, sum: 9 });
  expect(depthAt(curve, 10_000)).toBeUndefined();
  expect(depthAt(curve, 9_995)).toBeUndefined();
});

test('the first view holds nearly all lots of both sides, and no orders far away for a few', () => {
  const far = [
    { ticks: 9_990, sum: 50 },
    { ticks: 9_985, sum: 95 },
    { ticks: 5_000, sum: 100 },
  ];
  const near = [
    { ticks: 9_992, sum: 3 },
    { ticks: 10_030, sum: 9 },
  ];
  // Of the middle, 9,991: 0.06 % and 0.39 %.
  expect(fittingShare(far, near.slice(0, 1))).toBe(0.001);
  expect(fittingShare(far, near)).toBe(0.005);
  expect(fittingShare(far, [])).toBe(0.001);
});

test('the first view is not wider than two percent, and keeps the steps of the zoom', () => {
  expect(fittingShare(BIDS, ASKS)).toBe(0.02);
  expect(fittingShare([], [])).toBe(0.02);
  expect(DEPTH_SHARES).toContain(fittingShare(BIDS, ASKS));
});

test('no level deeper in the book stands for fewer lots', () => {
  const side = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 40 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 0, max: 2_000 }), (bids, asks, offset) => {
      const levels = (gaps: number[], sign: 1 | -1): DepthLevel[] => {
        let [ticks, sum] = [10_000 + sign, 0];
        return gaps.map((gap) => {
          ticks += sign * gap;
          sum += gap;
          return { ticks, sum };
        });
      };
      const curve = depthCurve(levels(bids, -1), levels(asks, 1), 0.1);
      if (curve === undefined) return;
      const near = depthAt(curve, curve.middle + offset / 4);
      const far = depthAt(curve, curve.middle + offset);
      if (near !== undefined) expect(far?.sum).toBeGreaterThanOrEqual(near.sum);
      expect(curve.most).toBeGreaterThanOrEqual(far?.sum ?? 0);
    }),
  );
});
