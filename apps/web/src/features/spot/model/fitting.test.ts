import { expect, test } from 'vitest';
import { fitting } from './fitting.ts';

test.each([
  ['all where there is room', 94, 0, [true, true, true, true]],
  ['those before the first that would be cut', 93, 0, [true, true, true, false]],
  ['none after it, though it were smaller', 58, 0, [true, true, false, false]],
  ['the chosen one, whatever its place', 50, 3, [true, false, false, true]],
  ['the chosen one, though it is cut itself', 10, 2, [false, false, true, false]],
] as const)('a line shows %s', (_name, room, chosen, shown) => {
  expect(fitting([20, 20, 30, 18], { chosen, room, gap: 2 })).toEqual(shown);
});
