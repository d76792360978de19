import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

const TIERS = [
  { level: 1, volume: '100', makerFee: '0.07', takerFee: '0.09' },
  { level: 2, volume: '1000', makerFee: '0.06', takerFee: '0.08' },
];

test.each([
  [{ level: 0, tomorrow: '0' }, 1, '100', 0],
  [{ level: 0, tomorrow: '50.5' }, 1, '49.5', 50],
  [{ level: 0, tomorrow: '99.99999999' }, 1, '0.00000001', 99],
  // Traded already: only the day has to end.
  [{ level: 0, tomorrow: '250' }, 1, '0', 100],
  [{ level: 1, tomorrow: '100' }, 2, '900', 10],
  [{ level: 2, tomorrow: '5000' }, undefined, '0', 100],
])('of %o', (own, level, missing, percent) => {
  const progress = progressOf(TIERS, own);
  expect(progress.next?.level).toBe(level);
  expect(progress).toMatchObject({ missing, percent });
});
