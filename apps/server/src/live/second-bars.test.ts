import { SECONDS_KEPT } from '@meridian/contract/market/candle-period';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecondBars } from './second-bars.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const EVERYTHING = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

function barsOf(points: readonly { atMs: number; priceTicks: number; lots: number }[]): SecondBars {
  const bars = new SecondBars();
  for (const { atMs, priceTicks, lots } of points)
    bars.add({ priceTicks, volumeLots: BigInt(lots), quoteVolume: 0n }, atMs);
  return bars;
}

test('a second is what its prices make, however many seconds there are', () => {
  const points = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 2_500 }),
      priceTicks: fc.integer({ min: 1, max: 1_000_000 }),
      lots: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(points, (list) => {
      let atMs = NOON_MS;
      const timed = list.map(({ afterMs, ...point }) => ({ ...point, atMs: (atMs += afterMs) }));
      const naive = [...Map.groupBy(timed, (one) => Math.floor(one.atMs / 1_000) * 1_000)].map(
        ([startMs, inBar]) => ({
          startMs,
          open: inBar[0]?.priceTicks,
          high: Math.max(...inBar.map(({ priceTicks }) => priceTicks)),
          low: Math.min(...inBar.map(({ priceTicks }) => priceTicks)),
          close: inBar.at(-1)?.priceTicks,
          volumeLots: inBar.reduce((sum, { lots }) => sum + BigInt(lots), 0n),
          isHistory: false,
        }),
      );
      expect(barsOf(timed).range(EVERYTHING)).toEqual(naive);
    }),
    { numRuns: 200 },
  );
});

test('only the last seconds are kept', () => {
  const more = 100;
  const bars = barsOf(
    Array.from({ length: SECONDS_KEPT + more }, (_, second) => ({
      atMs: NOON_MS + second * 1_000,
      priceTicks: second + 1,
      lots: 1,
    })),
  );
  const kept = bars.range(EVERYTHING);
  // The second that is going on is not among those that have ended.
  expect(kept).toHaveLength(SECONDS_KEPT + 1);
  expect(kept[0]).toMatchObject({ startMs: NOON_MS + (more - 1) * 1_000, close: more });
  expect(kept.at(-1)).toMatchObject({ close: SECONDS_KEPT + more });
});

test('a range has the newest bar before it, and nothing after it', () => {
  const bars = barsOf(
    [0, 1, 5, 6, 9].map((second) => ({
      atMs: NOON_MS + second * 1_000,
      priceTicks: second + 1,
      lots: 1,
    })),
  );
  const closes = (fromS: number, toS: number): number[] =>
    bars
      .range({ fromMs: NOON_MS + fromS * 1_000, toMs: NOON_MS + toS * 1_000 })
      .map(({ close }) => close);
  expect(closes(3, 6)).toEqual([2, 6, 7]);
  expect(closes(7, 8)).toEqual([7]);
  expect(closes(20, 30)).toEqual([10]);
  expect(closes(-10, -5)).toEqual([]);
  expect(new SecondBars().range(EVERYTHING)).toEqual([]);
});
