import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigintOf } from './bigint-of.ts';

describe('bigintOf', () => {
  it.each([
    0,
    1,
    -1,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    -(2 ** 32),
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ])('is %d', (whole) => {
    expect(bigintOf(whole)).toBe(BigInt(whole));
  });

  it('is BigInt for every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (whole) => bigintOf(whole) === BigInt(whole)),
      { numRuns: 10_000 },
    );
  });
});
