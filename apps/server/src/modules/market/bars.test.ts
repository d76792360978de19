import { MAX_BARS } from '@meridian/contract/market/calls';
import { CANDLE_PERIODS } from '@meridian/contract/market/candle-period';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundRange, fillBars, withLiveBar, type ShownBar } from './bars.ts';
import { candleStart, nextCandleStart } from './candles.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.UTC(2026, 0, 5, 12);

function barAt(startMs: number, close: number, isHistory = false): ShownBar {
  return {
    startMs,
    open: close - 1,
    high: close + 1,
    low: close - 2,
    close,
    volumeLots: 5n,
    isHistory,
  };
}

describe('fillBars', () => {
  test('a minute without a trade is flat at the close before it, up to the end of the range', () => {
    const stored = [barAt(NOON_MS, 100), barAt(NOON_MS + 3 * MINUTE_MS, 120)];
    const bars = fillBars(stored, {
      period: '1min',
      fromMs: NOON_MS,
      toMs: NOON_MS + 4 * MINUTE_MS + 1,
    });
    expect(bars.map((bar) => (bar.startMs - NOON_MS) / MINUTE_MS)).toEqual([0, 1, 2, 3, 4]);
    expect(bars.map((bar) => bar.close)).toEqual([100, 100, 100, 120, 120]);
    expect(bars[1]).toMatchObject({ open: 100, high: 100, low: 100, volumeLots: 0n });
  });

  test('the bar before the range gives its close and is not shown', () => {
    const bars = fillBars([barAt(NOON_MS - 5 * MINUTE_MS, 90)], {
      period: '1min',
      fromMs: NOON_MS,
      toMs: NOON_MS + 1,
    });
    expect(bars).toEqual([
      {
        startMs: NOON_MS,
        open: 90,
        high: 90,
        low: 90,
        close: 90,
        volumeLots: 0n,
        isHistory: false,
      },
    ]);
  });

  test('nothing is made up before the first bar', () => {
    expect(fillBars([], { period: '1min', fromMs: NOON_MS, toMs: NOON_MS + MINUTE_MS })).toEqual(
      [],
    );
    const bars = fillBars([barAt(NOON_MS, 100)], {
      period: '1min',
      fromMs: NOON_MS - 10 * MINUTE_MS,
      toMs: NOON_MS,
    });
    expect(bars).toHaveLength(1);
  });

  test('flat bars after history are history until the first own bar', () => {
    const stored = [barAt(NOON_MS, 100, true), barAt(NOON_MS + 2 * MINUTE_MS, 101)];
    const bars = fillBars(stored, {
      period: '1min',
      fromMs: NOON_MS,
      toMs: NOON_MS + 3 * MINUTE_MS,
    });
    expect(bars.map((bar) => bar.isHistory)).toEqual([true, true, false, false]);
  });

  test('every period gives adjoining bars, never more than one answer holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CANDLE_PERIODS),
        fc.integer({ min: 0, max: 9_000 }),
        fc.nat(),
        (period, minutes, seed) => {
          const toMs = NOON_MS + seed;
          const range = boundRange({ period, fromMs: toMs - minutes * 13 * MINUTE_MS, toMs });
          const bars = fillBars([barAt(candleStart(period, range.fromMs - 1), 50)], range);
          expect(bars.length).toBeLessThanOrEqual(MAX_BARS);
          for (const [index, bar] of bars.entries()) {
            expect(bar.startMs).toBe(candleStart(period, bar.startMs));
            const next = bars[index + 1];
            if (next !== undefined) expect(next.startMs).toBe(nextCandleStart(period, bar.startMs));
          }
          expect(bars.at(-1)?.startMs).toBe(candleStart(period, toMs));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('boundRange', () => {
  test('an endless range keeps its newest bars', () => {
    const { fromMs } = boundRange({ period: '1min', fromMs: 0, toMs: NOON_MS });
    expect((NOON_MS - fromMs) / MINUTE_MS).toBe(MAX_BARS - 1);
  });

  test('a range starts at the start of a bar', () => {
    expect(
      boundRange({ period: '60min', fromMs: NOON_MS + 1234, toMs: NOON_MS + 9_999_999 }).fromMs,
    ).toBe(NOON_MS);
  });
});

describe('withLiveBar', () => {
  test('the live bar takes the place of the stored one', () => {
    const live = {
      startMs: NOON_MS,
      open: 99,
      high: 130,
      low: 99,
      close: 130,
      volumeLots: 9n,
      quoteVolume: 11n,
    };
    const bars = withLiveBar([barAt(NOON_MS - MINUTE_MS, 99), barAt(NOON_MS, 100)], live);
    expect(bars.map((bar) => bar.close)).toEqual([99, 130]);
  });

  test('what the stored bar has from before the live view began is kept', () => {
    const live = {
      startMs: NOON_MS,
      open: 105,
      high: 106,
      low: 104,
      close: 106,
      volumeLots: 9n,
      quoteVolume: 11n,
    };
    const [merged] = withLiveBar([barAt(NOON_MS, 120)], live);
    expect(merged).toMatchObject({ open: 119, high: 121, low: 104, close: 106, isHistory: false });
  });

  test('without one, what is stored stays', () => {
    expect(withLiveBar([barAt(NOON_MS, 100)], undefined)).toEqual([barAt(NOON_MS, 100)]);
  });
});
