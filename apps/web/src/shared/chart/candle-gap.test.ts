import { expect, it } from 'vitest';
import { candleGap } from './candle-gap.ts';

/** Pixels above the candles. */
function roomAbove(height: number, { top, bottom }: { top: number; bottom: number }): number {
  return (height * top) / (1 + top + bottom);
}

it.each([
  [200, 1, true],
  [320, 3, true],
  [600, 2, false],
])('leaves a chart of %i pixels room for %i rows and a label', (height, rows, hasVolume) => {
  const gap = candleGap({ height, rows, hasVolume, isInverse: false });
  expect(roomAbove(height, gap)).toBeGreaterThanOrEqual(rows * 24 + 16 - 1e-9);
});

it('leaves the candles more than half of a low chart, and each chart an edge', () => {
  const low = candleGap({ height: 200, rows: 9, hasVolume: false, isInverse: false });
  expect(roomAbove(200, low)).toBeCloseTo(80);
  // From one on the library would take it for pixels.
  expect(candleGap({ height: 60, rows: 9, hasVolume: true, isInverse: false }).top).toBeLessThan(1);
  const plain = { rows: 0, hasVolume: false, isInverse: false };
  expect(candleGap({ height: 900, ...plain })).toEqual({ top: 0.1, bottom: 0.1 });
  expect(candleGap({ height: 0, ...plain })).toEqual({ top: 0.1, bottom: 0.1 });
});

it('changes sides with the prices', () => {
  const candles = { height: 300, rows: 1, hasVolume: true };
  const { top, bottom } = candleGap({ ...candles, isInverse: false });
  expect(candleGap({ ...candles, isInverse: true })).toEqual({ top: bottom, bottom: top });
});
