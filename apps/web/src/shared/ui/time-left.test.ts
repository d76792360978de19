import { expect, test } from 'vitest';
import { announcedStep, daysAndClock, secondsLeft } from './time-left.ts';

test('counts begun seconds and never below 0', () => {
  expect([
    secondsLeft(10_000, 0),
    secondsLeft(10_000, 1),
    secondsLeft(10_000, 9_999),
    secondsLeft(10_000, 10_000),
    secondsLeft(10_000, 20_000),
  ]).toEqual([10, 10, 1, 0, 0]);
});

test('announces 60, 30 and 10 seconds once each', () => {
  const announced: number[] = [];
  for (let left = 90; left > 0; left--) {
    const step = announcedStep(left, left - 1);
    if (step !== undefined) announced.push(step);
  }
  expect(announced).toEqual([60, 30, 10]);
});

test('a clock that jumps announces the last step that it passed, and nothing when it is over', () => {
  expect(announcedStep(90, 25)).toBe(30);
  expect(announcedStep(90, 5)).toBe(10);
  expect(announcedStep(90, 0)).toBeUndefined();
  expect(announcedStep(30, 29)).toBeUndefined();
});

test.each([
  [0, 0, '00:00'],
  [9, 0, '00:09'],
  [75, 0, '01:15'],
  [900, 0, '15:00'],
  [3675, 0, '1:01:15'],
  [86_399, 0, '23:59:59'],
  [86_400, 1, '00:00:00'],
  [6 * 86_400 + 3675, 6, '01:01:15'],
])('%i seconds are %i days and %s', (seconds, days, clock) =>
  expect(daysAndClock(seconds)).toEqual({ days, clock }),
);
