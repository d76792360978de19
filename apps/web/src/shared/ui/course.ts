import { formatFixed, parseDecimal } from '@meridian/money/decimal';

/** The course of a figure over time, as a sparkline. */
export interface Course {
  /** SVG path in a box of `WIDTH` by `HEIGHT`, top left is 0 0. */
  readonly path: string;
  /** From first to last, in percent: plain decimal with 2 decimals. */
  readonly change: string;
}

export const WIDTH = 240;
export const HEIGHT = 40;
/** Margin above and below, so that the stroke is not cut. */
const EDGE = 2;
/** Decimals of the most exact figure, and of the drawing. */
const SCALE = 8;
const PIXEL_SCALE = 1;
const PERCENT_SCALE = 2;

/**
 * Draws figures (prices, or the worth of an account), oldest first, over the whole width. A
 * constant course is a line in the middle. Figures stay integers until they are tenths of a pixel.
 * Undefined with fewer than two, with an invalid or negative one, or if the first is 0.
 */
export function courseOf(figures: readonly string[]): Course | undefined {
  const values: bigint[] = [];
  for (const figure of figures) {
    const parsed = parseDecimal(figure, SCALE);
    if (!parsed.ok || parsed.units < 0n) return undefined;
    values.push(parsed.units);
  }
  const [first = 0n] = values;
  const last = values.at(-1);
  if (first === 0n || last === undefined || values.length < 2) return undefined;
  const high = values.reduce((a, b) => (a > b ? a : b));
  const low = values.reduce((a, b) => (a < b ? a : b));
  const steps = BigInt(values.length - 1);
  const points = values.map((value, index) => {
    const x = (tenths(WIDTH) * BigInt(index)) / steps;
    const y =
      high === low
        ? tenths(HEIGHT) / 2n
        : tenths(EDGE) + (tenths(HEIGHT - 2 * EDGE) * (high - value)) / (high - low);
    return `${formatFixed(x, PIXEL_SCALE)} ${formatFixed(y, PIXEL_SCALE)}`;
  });
  const hundredthsOfPercent = ((last - first) * 10_000n) / first;
  return { path: `M${points.join('L')}`, change: formatFixed(hundredthsOfPercent, PERCENT_SCALE) };
}

function tenths(pixels: number): bigint {
  return BigInt(pixels) * 10n;
}
