import { expect, test } from 'vitest';
import { contestFaults } from './contest-faults.ts';
import { prizeRows, prizeText } from './contest-words.ts';

const NOW = Date.UTC(2026, 0, 5);
const HOUR_MS = 3_600_000;
const SEASON = {
  start: new Date(NOW + HOUR_MS),
  end: new Date(NOW + 25 * HOUR_MS),
  start_balance: '10000',
  prizes: [
    { from: 1, to: 1, amount: '500' },
    { from: 2, to: 3, amount: '100' },
  ],
};

test('a season that fits together has no fault', () => {
  expect(contestFaults(SEASON, NOW)).toEqual({});
  expect(contestFaults({ ...SEASON, prizes: [] }, NOW)).toEqual({});
});

test.each([
  [{ start: new Date(NOW - 1) }, 'start'],
  [{ end: new Date(NOW + HOUR_MS) }, 'end'],
  [{ end: new Date(NOW + 94 * 24 * HOUR_MS) }, 'end'],
  [{ start_balance: '99.99' }, 'start_balance'],
  [{ start_balance: '1000000.1' }, 'start_balance'],
])('a season with %o has a fault', (wrong, field) => {
  expect(Object.keys(contestFaults({ ...SEASON, ...wrong }, NOW))).toEqual([field]);
});

test('prizes follow each other from the first rank on', () => {
  const faults = (prizes: object[]): unknown => contestFaults({ ...SEASON, prizes }, NOW)['prizes'];
  expect(faults([{ from: 2, to: 3, amount: '1' }])).toEqual([{ from: 'Must be 1' }]);
  expect(
    faults([
      { from: 1, to: 3, amount: '1' },
      { from: 5, to: 6, amount: '1' },
    ]),
  ).toEqual([undefined, { from: 'Must be 4' }]);
  expect(faults([{ from: 1, to: 0, amount: '1' }])).toEqual([
    { to: 'Must not be below the first' },
  ]);
  expect(faults([{ from: 1, to: 1_001, amount: '1' }])).toEqual([{ to: 'At most 1,000' }]);
  expect(faults([{ from: 1, to: 1, amount: '0' }])).toEqual([{ amount: 'Must be above zero' }]);
});

test('prizes are text on the wire and rows in the form', () => {
  expect(prizeRows('')).toEqual([]);
  expect(prizeRows('1-1:500,2-3:100.5')).toEqual([
    { from: 1, to: 1, amount: '500' },
    { from: 2, to: 3, amount: '100.5' },
  ]);
  expect(prizeText(prizeRows('1-1:500,2-3:100.5'))).toBe('1-1:500,2-3:100.5');
});
