import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

const room = { gap: 20, height: 300 };
const spread = (...ys: readonly number[]): readonly (number | undefined)[] => {
  const placed = spreadLabels(new Map(ys.map((y, at) => [String(at), y])), room);
  return ys.map((_, at) => placed.get(String(at)));
};

test('labels that have room stand at their lines', () => {
  expect(spread(100, 40, 120)).toEqual([100, 40, 120]);
  expect(spread()).toEqual([]);
});

test('labels of lines that are close are pushed down, in the order of their lines', () => {
  expect(spread(100, 95, 100, 200)).toEqual([115, 95, 135, 200]);
});

test('where there is no room below they are pushed up', () => {
  expect(spread(280, 285)).toEqual([270, 290]);
  expect(spread(280, 285, 280)).toEqual([250, 290, 270]);
});

test('no label covers another, whatever the lines', () => {
  const heights = fc.array(fc.integer({ min: 0, max: room.height }), { maxLength: 12 });
  fc.assert(
    fc.property(heights, (ys) => {
      const placed = (spread(...ys) as number[]).sort((one, other) => one - other);
      for (const [at, y] of placed.entries())
        expect(y - (placed[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(room.gap);
    }),
  );
});
