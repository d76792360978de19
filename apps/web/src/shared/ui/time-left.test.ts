import { expect, test } from 'vitest';
import { announcedStep, clockText, secondsLeft } from './time-left.ts';

test('counts begun seconds and never below 0', () => {
  expect([secondsLeft(10_000, 0), secondsLeft(10_000, 1), secondsLeft(10_000, 9_999), secondsLeft(10_000, 10_000), secondsLeft(10_000, 20_000)]).toEqual([10, 10, 1, 0, 0]);
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
  [0, '00:00'],
  [9, '00:09'],
  [75, '01:15'],
  [900, '15:00'],
  [3675, '1:01:15'],
])('%i seconds are %s', (seconds, text) => expect(clockText(seconds)).toBe(text));
