import { expect, test } from 'vitest';
import { durationName } from './seconds-words.ts';

test('durations are named by their largest whole unit', () => {
  expect([30, 60, 90, 300, 7200].map(durationName)).toEqual([
    '30 s',
    '1 min',
    '90 s',
    '5 min',
    '2 h',
  ]);
});
