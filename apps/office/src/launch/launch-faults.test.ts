import { expect, test } from 'vitest';
import { launchFaults } from './launch-faults.ts';

const NOW = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const COIN = { start: new Date(NOW + DAY_MS), end: new Date(NOW + 2 * DAY_MS) };

test.each([
  [{}, []],
  [{ start: new Date(NOW - 1) }, ['start']],
  [{ end: COIN.start }, ['end']],
  [{ end: new Date(NOW + 733 * DAY_MS) }, ['end']],
  // Its dates are fixed, and shown.
  [{ start: new Date(NOW - 1), has_begun: true }, []],
])('a coin with %o', (more, fields) => {
  expect(Object.keys(launchFaults({ ...COIN, ...more }, NOW))).toEqual(fields);
});
