import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

const TIERS = [
  { level: 1, volume: '100', makerFee: '0.07', takerFee: '0.09' },
  { level: 2, volume: '1000', makerFee: '0.06', takerFee: '0.08' },
];

test.each([
  [{ level: 0, volume: '0', today: '0' }, 1, '100', 0],
  [{ level: 0, volume: '30.5', today: '20' }, 1, '49.5', 50],
  [{ level: 0, volume: '99.99999999', today: '0' }, 1, '0.00000001', 99],
  // Traded already: only the day has to change.
  [{ level: 0, volume: '0', today: '250' }, 1, '0', 100],
  [{ level: 1, volume: '100', today: '0' }, 2, '900', 10],
  [{ level: 2, volume: '5000', today: '0' }, undefined, '0', 100],
])('of %o', (own, level, missing, percent) => {
  const progress = progressOf(TIERS, own);
  expect(progress.next?.level).toBe(level);
  expect(progress).toMatchObject({ missing, percent });
});
