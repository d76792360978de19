import { expect, it } from 'vitest';
import { fairnessOf, SUSPICIOUS_SIGMA } from './monitor.ts';

const sigmaOf = (outcomes: Parameters<typeof fairnessOf>[0]): number =>
  fairnessOf(outcomes)?.sigma ?? NaN;

it('a falling hour in which all who said up lost is no suspicion', () => {
  expect(Math.abs(sigmaOf({ up: 500, upWon: 50, down: 500, downWon: 450 }))).toBeLessThan(1);
});

it('tickets that lose in both directions are', () => {
  expect(sigmaOf({ up: 500, upWon: 150, down: 500, downWon: 150 })).toBeLessThan(-SUSPICIOUS_SIGMA);
});

it('and so are those that win in both', () => {
  expect(sigmaOf({ up: 500, upWon: 350, down: 500, downWon: 350 })).toBeGreaterThan(
    SUSPICIOUS_SIGMA,
  );
});

it('expects of both directions the same share of rises', () => {
  expect(fairnessOf({ up: 10, upWon: 10, down: 30, downWon: 30 })?.expected).toBeCloseTo(
    10 * 0.25 + 30 * 0.75,
  );
  expect(fairnessOf({ up: 10, upWon: 10, down: 10, downWon: 0 })).toEqual({
    expected: 10,
    sigma: 0,
  });
});

it('says nothing without both directions', () => {
  expect(fairnessOf({ up: 10, upWon: 0, down: 0, downWon: 0 })).toBeUndefined();
});
