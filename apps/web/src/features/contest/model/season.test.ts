import { CONTEST_STATES, PLAY_CURRENCY } from '@meridian/contract/contest/calls';
import { expect, test } from 'vitest';
import {
  equityCourse,
  isMoving,
  nextMoment,
  pageOfRank,
  PLAY,
  prizePool,
  wayOf,
  type Entry,
} from './season.ts';

const ENTRY: Entry = {
  rank: 3,
  equity: '10250.5',
  returnRate: '2.50',
  prize: '',
  prizeState: 'none',
  days: [],
};
const TIMES = { startsAtMs: 1_000, endsAtMs: 9_000 };

test('play money is called as the contract calls it', () => expect(PLAY).toBe(PLAY_CURRENCY));

test('a season is entered while it is to come or runs, and traded by who has entered', () => {
  expect(CONTEST_STATES.map((state) => [wayOf({ state }, null), wayOf({ state }, ENTRY)])).toEqual([
    ['join', 'wait'],
    ['join', 'trade'],
    ['look', 'look'],
    ['look', 'look'],
  ]);
});

test('what runs or closes moves, and what should have begun', () => {
  expect(CONTEST_STATES.map((state) => isMoving({ state, ...TIMES }, 999))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isMoving({ state: 'upcoming', ...TIMES }, 1_000)).toBe(true);
});

test('the clock runs to the start, then to the end, then not', () => {
  expect(CONTEST_STATES.map((state) => nextMoment({ state, ...TIMES }))).toEqual([
    { name: 'startsIn', atMs: 1_000 },
    { name: 'endsIn', atMs: 9_000 },
    undefined,
    undefined,
  ]);
});

test('the pool has each prize as often as it is given', () => {
  expect(prizePool([])).toBe('0');
  expect(
    prizePool([
      { from: 1, to: 1, amount: '500' },
      { from: 2, to: 3, amount: '100.00000001' },
      { from: 4, to: 10, amount: '20' },
    ]),
  ).toBe('840.00000002');
});

test('the course goes from the start over the days to now', () => {
  const days = [{ equity: '9000' }, { equity: '11000' }];
  expect(equityCourse({ startBalance: '10000' }, { ...ENTRY, days })).toEqual({
    figures: ['10000', '9000', '11000', '10250.5'],
    low: '9000',
    high: '11000',
  });
  expect(equityCourse({ startBalance: '10000' }, { ...ENTRY, equity: '0' })).toEqual({
    figures: ['10000', '0'],
    low: '0',
    high: '10000',
  });
});

test('a rank stands on its page', () =>
  expect([0, 1, 20, 21, 40, 41].map((rank) => pageOfRank(rank, 20))).toEqual([1, 1, 1, 2, 2, 3]));
