import type { Chart, YAxis } from 'klinecharts';
import type { OwnLine } from './chart-own.ts';
import { spreadLabels } from './spread-labels.ts';

/** A label is not higher than this. */
const LABEL_GAP = 20;

/** Heights of the labels of own prices beside the axis, where the live price stays readable. */
export function labelHeights(
  lines: readonly Pick<OwnLine, 'id' | 'price'>[],
  {
    chart,
    axis,
    height,
  }: {
    readonly chart: Pick<Chart, 'getStyles' | 'getDataList'>;
    readonly axis: Pick<YAxis, 'convertToPixel' | 'convertToNicePixel'>;
    readonly height: number;
  },
): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const { id, price } of lines) {
    const y = axis.convertToPixel(Number(price));
    if (y >= 0 && y <= height) wanted.set(id, y);
  }
  const { last } = chart.getStyles().candle.priceMark;
  const close = last.show ? chart.getDataList().at(-1)?.close : undefined;
  const fixed = close === undefined ? undefined : axis.convertToNicePixel(close);
  return axisLabels(wanted, { fixed, gap: LABEL_GAP, height });
}

/** Labels of prices beside the axis: the middle of each, in pixels from the top. */
interface Labels {
  /** The label that stays where it is: that of the live price; undefined without one. */
  readonly fixed: number | undefined;
  /** Least distance of the middles of two labels. */
  readonly gap: number;
  /** Of the chart, which holds every label whole. */
  readonly height: number;
}

/**
 * Heights of labels so that none covers the fixed one, nor another: those above it are pushed up,
 * those below down, in the order of their prices, and back from the edge of the chart. Of more than
 * have room on one side of the fixed one, those next to it stand on its other side. Without a fixed
 * one all are pushed down.
 * @param wanted heights of the prices by id
 */
export function axisLabels(
  wanted: ReadonlyMap<string, number>,
  { fixed, gap, height }: Labels,
): ReadonlyMap<string, number> {
  const middle = fixed ?? -gap / 2;
  const roomFor = (side: number): number => Math.max(0, Math.floor(side / gap - 1 / 2));
  const sorted = [...wanted].sort(([, one], [, other]) => one - other);
  const above = sorted.filter(([, y]) => y < middle).length;
  const least = sorted.length - roomFor(height - middle);
  const turn = Math.min(Math.max(above, least), roomFor(middle));
  // Distances from the fixed label, which each side counts from the nearest one on.
  const spread = (labels: readonly (readonly [string, number])[], side: number) => {
    const most = side - gap / 2;
    const free = labels.map(([id, far]) => [id, Math.max(Math.min(far, most), gap)] as const);
    return [...spreadLabels(new Map(free), { gap, height: side })];
  };
  const up = sorted.slice(0, turn).map(([id, y]) => [id, middle - y] as const);
  const down = sorted.slice(turn).map(([id, y]) => [id, y - middle] as const);
  return new Map([
    ...spread(up.reverse(), middle).map(([id, far]) => [id, middle - far] as const),
    ...spread(down, height - middle).map(([id, far]) => [id, middle + far] as const),
  ]);
}
