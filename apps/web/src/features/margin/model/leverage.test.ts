import { expect, test } from 'vitest';
import { firstLeverage, leverageChips, readLeverages } from './leverage.ts';

test.each([
  [[5, 10, 20, 50, 100], undefined, 10],
  [[5, 10, 20, 50, 100], 50, 50],
  // No longer offered.
  [[5, 10, 20], 50, 10],
  [[2, 3, 7, 25], undefined, 7],
  [[25, 20], undefined, 20],
  [[], 10, undefined],
])('of %j with %s kept, a form begins with %s', (offered, kept, first) =>
  expect(firstLeverage(offered, kept)).toBe(first),
);

test('chips are at most five, with the lowest and the highest', () => {
  expect(leverageChips([100, 5, 20])).toEqual([5, 20, 100]);
  expect(leverageChips(Array.from({ length: 100 }, (_, at) => at + 1))).toEqual([
    1, 26, 51, 75, 100,
  ]);
});

test.each([
  [undefined, {}],
  ['', {}],
  ['[', {}],
  ['null', {}],
  ['{"1/3":20,"2/3":"x","4/3":0,"5/3":1.5}', { '1/3': 20 }],
])('what is stored as %s is read as %j', (stored, kept) =>
  expect(readLeverages(stored)).toEqual(kept),
);
