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

test('the first view is as narrow as the shorter side', () => {
  // 3.9 % of the asks' best price, 9.9 % of the bids'.
  expect(fittingShare(BIDS, ASKS)).toBe(0.05);
  expect(fittingShare(BIDS, ASKS.slice(0, 2))).toBe(0.005);
  expect(fittingShare([], [])).toBe(DEPTH_SHARES.at(-1));
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
