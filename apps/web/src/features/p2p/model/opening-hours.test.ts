import { expect, test } from 'vitest';
import { MAX_SPANS } from '@meridian/contract/p2p/bounds';
import { hoursOf, isSpan, nextSpan, spansOf, TIMES } from './opening-hours.ts';

const MONDAY = { day: 1, from: '09:00', to: '18:00' };

test('hours of the wire become spans, and spans hours, in the order of the week', () => {
  expect(spansOf('')).toEqual([]);
  expect(hoursOf([])).toBe('');
  const spans = spansOf('2 13:00-24:00, 2 09:00-12:30, 1 09:00-18:00');
  expect(spans).toHaveLength(3);
  expect(hoursOf(spans)).toBe('1 09:00-18:00, 2 09:00-12:30, 2 13:00-24:00');
});

test('a span ends after it begins', () => {
  expect(isSpan(MONDAY)).toBe(true);
  expect(isSpan({ ...MONDAY, to: '24:00' })).toBe(true);
  for (const to of ['09:00', '08:30']) expect(isSpan({ ...MONDAY, to }), to).toBe(false);
});

test('the next span is on the next day, at the same hours', () => {
  expect(nextSpan([])).toEqual(MONDAY);
  expect(nextSpan([MONDAY])).toEqual({ ...MONDAY, day: 2 });
  expect(nextSpan([{ ...MONDAY, day: 7 }])).toEqual(MONDAY);
});

test('times are the half hours of a day, to its end', () => {
  expect(TIMES).toHaveLength(49);
  expect([TIMES[0], TIMES[19], TIMES.at(-1)]).toEqual(['00:00', '09:30', '24:00']);
});

test('as many spans as can be added fit into a call', () => {
  const spans = Array.from({ length: MAX_SPANS }, () => MONDAY);
  expect(hoursOf(spans).length).toBeLessThanOrEqual(400);
});
