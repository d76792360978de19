import { expect, it } from 'vitest';
import { saversRate } from './savers-rate.ts';

/** 9 % a year for borrowers, 15 % of it for the insurance. */
const TERMS = { ratePpb: 10_274, fundBps: 1_500 };

it('counts the part that may be lent, less that of the insurance', () => {
  // 4 % promised; 9 % of 70 % less 15 % of it are 5.36 %.
  expect(saversRate(TERMS, [{ ratePpb: 109_589, lendBps: 7_000 }])).toEqual({
    broughtPpb: 146_712,
    promisedPpb: 109_589,
    lendBps: 7_000,
  });
});

it('names the savings that lack most', () => {
  const lacking = { ratePpb: 200_000, lendBps: 5_000 };
  const savings = [{ ratePpb: 109_589, lendBps: 7_000 }, lacking];
  expect(saversRate(TERMS, savings)).toMatchObject({ promisedPpb: 200_000, lendBps: 5_000 });
  expect(saversRate(TERMS, [])).toBeUndefined();
});
