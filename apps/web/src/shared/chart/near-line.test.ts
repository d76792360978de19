import { expect, test } from 'vitest';
import { isNearLine } from './near-line.ts';

const LINE = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
];

test.each([
  ['beside the line', { x: 50, y: 12 }, true],
  ['too far beside it', { x: 50, y: 13 }, false],
  ['beyond its end', { x: -9, y: -9 }, false],
  ['just beyond its end', { x: -12, y: 0 }, true],
  ['beside its upright part', { x: 112, y: 50 }, true],
  ['inside its corner', { x: 80, y: 40 }, false],
] as const)('%s', (_where, place, isNear) => expect(isNearLine(place, LINE, 12)).toBe(isNear));

test('a line of one point has no length, and one of none is nowhere', () => {
  const point = { x: 5, y: 5 };
  expect(isNearLine({ x: 5, y: 16 }, [point, point], 12)).toBe(true);
  expect(isNearLine(point, [], 12)).toBe(false);
});
