import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberRanges } from './number-ranges.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

function rangesOf(numbers: readonly number[]): NumberRanges {
  const ranges = new NumberRanges();
  for (const number of numbers) ranges.add(number);
  return ranges;
}

describe('a set of numbers', () => {
  it('is a set, in whatever order they come, and its ranges are apart', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: LARGEST - 3, max: LARGEST })),
          { maxLength: 60 },
        ),
        (numbers) => {
          const [ranges, set] = [new NumberRanges(), new Set<number>()];
          for (const number of numbers) {
            expect(ranges.add(number)).toBe(!set.has(number));
            set.add(number);
          }
          for (let number = 1; number <= 31; number++)
            expect(ranges.has(number)).toBe(set.has(number));
          expect(ranges.isSound()).toBe(true);
          expect(
            ranges.snapshot().reduce((count, [first, last]) => count + (last - first) + 1, 0),
          ).toBe(set.size);
        },
      ),
    );
  });

  it('joins what touches', () => {
    expect(rangesOf([5, 1, 3, 9, 10]).snapshot()).toEqual([
      [1, 1],
      [3, 3],
      [5, 5],
      [9, 10],
    ]);
    expect(rangesOf([5, 1, 3, 9, 10, 4, 2]).snapshot()).toEqual([
      [1, 5],
      [9, 10],
    ]);
    expect(rangesOf([2, 1]).snapshot()).toEqual([[1, 2]]);
  });

  it('is restored as it was, and says where its ranges overlap, touch or go back', () => {
    const ranges = rangesOf([7, 1, 2]);
    const restored = new NumberRanges();
    restored.restore(ranges.snapshot());
    expect(restored.snapshot()).toEqual(ranges.snapshot());
    for (const wrong of [
      [
        [1, 5],
        [5, 9],
      ],
      [
        [1, 5],
        [6, 9],
      ],
      [
        [4, 5],
        [1, 2],
      ],
      [[3, 2]],
      [[0, 2]],
    ] as const) {
      const unsound = new NumberRanges();
      unsound.restore(wrong);
      expect(unsound.isSound()).toBe(false);
    }
  });
});

describe('memory', () => {
  it('is one range for a million numbers in order', () => {
    const ranges = rangesOf(Array.from({ length: 1_000_000 }, (_, index) => index + 1));
    expect(JSON.stringify(ranges.snapshot())).toBe('[[1,1000000]]');
  });

  it('is one range for each run where numbers are left out for good, and one again when they come after all', () => {
    const ranges = rangesOf(Array.from({ length: 5_000 }, (_, index) => 2 * index + 1));
    expect(ranges.snapshot()).toHaveLength(5_000);
    for (let number = 2; number < 10_000; number += 2) ranges.add(number);
    expect(ranges.snapshot()).toEqual([[1, 9_999]]);
  });
});
