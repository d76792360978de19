import type { Chart, YAxis } from 'klinecharts';
import type { OwnLine } from './chart-own.ts';

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
  return axisLabels(wanted, { fixed, gap: LABEL_GAP });
}

/** Labels of prices beside the axis: the middle of each, in pixels from the top. */
interface Labels {
  /** The label that stays where it is: that of the live price; undefined without one. */
  readonly fixed: number | undefined;
  /** Least distance of the middles of two labels. */
  readonly gap: number;
}

/**
 * Heights of labels so that none covers the fixed one, nor another: those above it are pushed up,
 * those below down, in the order of their prices. Without a fixed one all are pushed down.
 * @param wanted heights of the prices by id
 */
export function axisLabels(
  wanted: ReadonlyMap<string, number>,
  { fixed, gap }: Labels,
): ReadonlyMap<string, number> {
  const sorted = [...wanted].sort(([, one], [, other]) => one - other);
  const free = new Map<string, number>();
  const middle = fixed ?? Number.NEGATIVE_INFINITY;
  let most = middle - gap;
  for (const [id, y] of sorted.filter(([, height]) => height < middle).reverse()) {
    const height = Math.min(y, most);
    free.set(id, height);
    most = height - gap;
  }
  let least = middle + gap;
  for (const [id, y] of sorted.filter(([, height]) => height >= middle)) {
    const height = Math.max(y, least);
    free.set(id, height);
    least = height + gap;
  }
  return free;
}
