import { describe, expect, test } from 'vitest';
import { dayIn, momentIn, wireTime } from './dates.ts';

const MS = Date.parse('2026-11-20T16:30:00Z');

test('a time of the wire is one of Shanghai', () => {
  expect(wireTime('2026-11-21 00:30:00')).toBe(MS);
  for (const other of ['', '--', '2026-11-21', '2026-11-21T00:30:00Z', '2026-13-45 99:00:00'])
    expect(wireTime(other), other).toBeNaN();
});

describe('dates are written as each language writes them, in Shanghai', () => {
  test.each([
    ['en', 'Nov 21, 2026', 'November 21, 2026 at 00:30'],
    ['ko', '2026. 11. 21.', '2026년 11월 21일 00:30'],
    ['ja', '2026/11/21', '2026年11月21日 00:30'],
    ['zh-CN', '2026年11月21日', '2026年11月21日 00:30'],
    ['zh-TW', '2026年11月21日', '2026年11月21日 00:30'],
    ['es', '21 nov 2026', '21 de noviembre de 2026 a las 00:30'],
  ])('%s', (language, day, moment) => {
    expect(dayIn(language, MS)).toBe(day);
    expect(momentIn(language, MS)).toBe(moment);
  });
});
