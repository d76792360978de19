import { expect, test } from 'vitest';
import { timeOf, typedTime } from './time-of.ts';

const NOON = Date.UTC(2026, 10, 28, 4);

test.each([
  ['2026-11-28T12:00', NOON],
  ['2026-11-28T12:00:30', NOON + 30_000],
  [new Date(NOON), NOON],
  [NOON, NOON],
  ['2026-11-28T04:00:00.000Z', NOON],
  ['', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('%j is the time %j', (value, time) => expect(timeOf(value)).toBe(time));

test.each([
  ['2026-11-28T12:00', '2026-11-28T12:00'],
  [new Date(NOON + 59_999), '2026-11-28T12:00'],
  [null, ''],
])('%j is shown as %j', (value, text) => expect(typedTime(value)).toBe(text));
