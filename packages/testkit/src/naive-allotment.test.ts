import { allot } from '@meridian/core/sale/allotment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naiveAllotment } from './naive-allotment.ts';

const LARGEST = (1n << 62n) - 1n;

/** Many of one size, so that remainders are equal, and some far above the others. */
const commitments = fc.array(
  fc.oneof(
    fc.bigInt({ min: 1n, max: 12n }),
    fc.bigInt({ min: 1n, max: 5_000n }),
    fc.bigInt({ min: 1n, max: LARGEST }),
  ),
  { maxLength: 40 },
);
const lots = fc.oneof(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 1n, max: LARGEST }));

describe('the allotment of a sale', () => {
  test('is that of rounds of fractions', () => {
    fc.assert(
      fc.property(commitments, lots, lots, (committed, supply, cap) => {
        const wishes = committed.map((each, index) => ({ entry: index + 1, committed: each }));
        const naive = naiveAllotment(wishes, supply, cap);
        expect(allot(committed, { supply, cap })).toEqual(
          wishes.map(({ entry }) => naive.get(entry)),
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
