import { expect, test } from 'vitest';
import { newOnTop } from './new-rows.ts';

test.each([
  ['nothing in a list that has just appeared', undefined, [3, 2], []],
  ['the first row of a list that was empty', [], [1], [1]],
  ['what stands above the newest that was known', [3, 2], [5, 4, 3, 2], [5, 4]],
  ['also where an old one has gone', [3, 2], [4, 2], [4]],
  ['not the rest of a list that grows at its end', [3, 2], [3, 2, 1], []],
  ['not another page', [9, 8], [7, 6], []],
  ['nothing where all have gone', [3], [], []],
] as const)('%s is new', (_what, before, after, expected) =>
  expect(newOnTop(before, after)).toEqual(expected),
);
