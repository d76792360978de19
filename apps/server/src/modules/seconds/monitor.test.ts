import { expect, it } from 'vitest';
import { sigmaOf, SUSPICIOUS_SIGMA } from './monitor.ts';

it('a falling hour in which all who said up lost is no suspicion', () => {
  expect(Math.abs(sigmaOf({ up: 500, upWon: 50, down: 500, downWon: 450 }))).toBeLessThan(1);
});

it('tickets that lose in both directions are', () => {
  expect(Math.abs(sigmaOf({ up: 500, upWon: 150, down: 500, downWon: 150 }))).toBeGreaterThan(SUSPICIOUS_SIGMA);
});

it('says nothing without both directions', () => {
  expect(sigmaOf({ up: 10, upWon: 0, down: 0, downWon: 0 })).toBe(0);
});
