import { CANDLE_PERIODS } from '@meridian/contract/market/candle-period';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candleStart, nextCandleStart } from './candles.ts';

const FIRST_MS = Date.UTC(2010, 0, 1);
const LAST_MS = Date.UTC(2060, 0, 1);

/** The calendar of Shanghai, from the time zone database rather than from arithmetic. */
const SHANGHAI = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
function inShanghai(timeMs: number): Record<string, string> {
  return Object.fromEntries(SHANGHAI.formatToParts(timeMs).map(({ type, value }) => [type, value]));
}

test.each([
  ['1day', '2026-01-31T15:59:59.999Z', '2026-01-30T16:00:00.000Z'],
  ['1day', '2026-01-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
  ['1mon', '2026-01-31T15:59:59.999Z', '2025-12-31T16:00:00.000Z'],
  ['1mon', '2026-01-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
  ['1mon', '2024-02-29T15:59:00.000Z', '2024-01-31T16:00:00.000Z'],
  // 1 February 2026 is a Sunday: its week began on Monday, 26 January.
  ['1week', '2026-02-01T15:59:59.999Z', '2026-01-25T16:00:00.000Z'],
  ['1week', '2026-02-01T16:00:00.000Z', '2026-02-01T16:00:00.000Z'],
  ['60min', '2026-02-01T16:59:59.999Z', '2026-02-01T16:00:00.000Z'],
  ['1min', '2026-02-01T16:59:59.999Z', '2026-02-01T16:59:00.000Z'],
  ['1sec', '2026-02-01T16:59:59.999Z', '2026-02-01T16:59:59.000Z'],
  ['3min', '2026-02-01T16:59:59.999Z', '2026-02-01T16:57:00.000Z'],
  // 13:30 in Shanghai.
  ['4hour', '2026-02-01T05:30:00.000Z', '2026-02-01T04:00:00.000Z'],
  ['8hour', '2026-02-01T05:30:00.000Z', '2026-02-01T00:00:00.000Z'],
  ['12hour', '2026-02-01T05:30:00.000Z', '2026-02-01T04:00:00.000Z'],
  // Days 0 to 2 since 1 January 1970 in Shanghai, and the first of the next three.
  ['3day', '1970-01-03T15:59:59.999Z', '1969-12-31T16:00:00.000Z'],
  ['3day', '1970-01-03T16:00:00.000Z', '1970-01-03T16:00:00.000Z'],
] as const)('the %s bar of %s starts at %s', (period, at, start) => {
  expect(new Date(candleStart(period, Date.parse(at))).toISOString()).toBe(start);
});

test('bars cover all time without overlap, and days, weeks and months begin at midnight in Shanghai', () => {
  const time = fc.integer({ min: FIRST_MS, max: LAST_MS });
  fc.assert(
    fc.property(time, fc.constantFrom(...CANDLE_PERIODS), (timeMs, period) => {
      const start = candleStart(period, timeMs);
      const next = nextCandleStart(period, start);
      expect(start).toBeLessThanOrEqual(timeMs);
      expect(next).toBeGreaterThan(timeMs);
      expect(candleStart(period, start)).toBe(start);
      expect(candleStart(period, next - 1)).toBe(start);
      expect(candleStart(period, next)).toBe(next);
      const local = inShanghai(start);
      if (['1day', '3day', '1week', '1mon'].includes(period))
        expect([local['hour'], local['minute']]).toEqual(['00', '00']);
      if (period === '1week') expect(local['weekday']).toBe('Mon');
      if (period === '1mon') expect(local['day']).toBe('01');
    }),
    { numRuns: 3_000 },
  );
});
