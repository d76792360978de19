import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allot, demandOf, sumOf } from './allotment.ts';

/** Commitments, supply and cap in lots. */
function lots(commitments: readonly number[], supply: number, cap = 1_000_000): number[] {
  const offer = { supply: BigInt(supply), cap: BigInt(cap) };
  return allot(commitments.map(BigInt), offer).map(Number);
}

describe('an allotment', () => {
  it('gives everybody what they want where there is enough', () => {
    expect(lots([3, 5, 2], 10)).toEqual([3, 5, 2]);
    expect(lots([3, 5, 2], 11)).toEqual([3, 5, 2]);
    expect(lots([3, 50, 2], 11, 6)).toEqual([3, 6, 2]);
    expect(lots([], 10)).toEqual([]);
  });

  it('is pro rata of what was committed where there is not', () => {
    expect(lots([100, 200, 700], 100)).toEqual([10, 20, 70]);
    expect(lots([10, 20, 70], 99)).toEqual([10, 20, 69]);
  });

  it('gives what rounding leaves to the largest remainders, of equal ones to the earlier', () => {
    expect(lots([1, 1, 1], 2)).toEqual([1, 1, 0]);
    expect(lots([10, 10, 10, 10], 6)).toEqual([2, 2, 1, 1]);
    // Shares of 0.7, 1.4 and 4.9.
    expect(lots([1, 2, 7], 7)).toEqual([1, 1, 5]);
  });

  it('spreads what the capped do not get over the others, as often as another one is capped', () => {
    // First round: 80, 16, 4 of 100. The second, of the 60 that are left: 48 and 12.
    expect(lots([800, 160, 40], 100, 40)).toEqual([40, 40, 20]);
    // 60 left for 160 and 40: 48 would be above the cap only of 47.
    expect(lots([800, 160, 40], 100, 47)).toEqual([47, 42, 11]);
  });

  it('is made of whole lots of any size', () => {
    const large = 2n ** 61n;
    const offer = { supply: large, cap: large };
    expect(allot([large, large, 1n], offer)).toEqual([large / 2n, large / 2n, 0n]);
  });

  it('sells all that is wanted and there, to nobody above commitment or cap, in order of size', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 500n }), { maxLength: 30 });
    const offers = fc.record({
      supply: fc.bigInt({ min: 1n, max: 3_000n }),
      cap: fc.bigInt({ min: 1n, max: 400n }),
    });
    fc.assert(
      fc.property(amounts, offers, (commitments, { supply, cap }) => {
        const allotted = allot(commitments, { supply, cap });
        const demand = demandOf(commitments, cap);
        const wanted = sumOf(demand);
        expect(sumOf(allotted)).toBe(wanted < supply ? wanted : supply);
        for (const [index, got] of allotted.entries()) {
          expect(got >= 0n && got <= (demand[index] as bigint)).toBe(true);
          for (const [other, theirs] of allotted.entries())
            if ((commitments[other] as bigint) > (commitments[index] as bigint))
              expect(theirs >= got).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
