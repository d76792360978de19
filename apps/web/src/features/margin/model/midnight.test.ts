import { expect, test } from 'vitest';
import { nextMidnightMs } from './midnight.ts';

test.each([
  ['2026-11-28T15:59:59.999Z', '2026-11-28T16:00:00.000Z'],
  ['2026-11-28T16:00:00.000Z', '2026-11-29T16:00:00.000Z'],
  ['2026-11-28T23:00:00.000Z', '2026-11-29T16:00:00.000Z'],
])('after %s it is midnight in Shanghai at %s', (now, midnight) =>
  expect(new Date(nextMidnightMs(Date.parse(now))).toISOString()).toBe(midnight),
);
