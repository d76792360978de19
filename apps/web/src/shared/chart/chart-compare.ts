import { registerIndicator, registerYAxis, utils, type Chart, type KLineData } from 'klinecharts';
import { CANDLES } from './chart-indicators.ts';

const COMPARE = 'COMPARE';
/** Name of the percent axis that has room for the other market too. */
export const COMPARE_AXIS = 'compare';

interface OtherClose {
  /** Close of the other market at that bar; missing where it has none. */
  readonly other?: number;
}
type Closes = () => { readonly closes: ReadonlyMap<number, number>; readonly colour: string };

/** A second market as a line of percent, from the first bar in sight on. */
export class ChartCompare {
  readonly #chart: Chart;
  readonly #closes = new Map<number, number>();
  #colour = '';
  #isShown = false;

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  begin(colour: string): void {
    this.#closes.clear();
    this.#colour = colour;
    if (!this.#isShown)
      this.#chart.createIndicator({ name: COMPARE, id: COMPARE, paneId: CANDLES }, true);
    this.#isShown = true;
    this.#refresh();
  }

  end(): void {
    this.#closes.clear();
    this.#isShown = false;
    this.#chart.removeIndicator({ id: COMPARE });
  }

  /** @param closes by the start of their bars, milliseconds UTC */
  add(closes: Iterable<readonly [number, number]>): void {
    if (!this.#isShown) return;
    for (const [time, close] of closes) this.#closes.set(time, close);
    this.#refresh();
  }

  recolour(colour: string): void {
    this.#colour = colour;
    if (this.#isShown) this.#refresh();
  }

  /** Percent from the first bar in sight to the bar at that place. */
  percentAt(at: number): number | undefined {
    if (!this.#isShown) return undefined;
    const bars = this.#chart.getDataList();
    const base = otherBase(this.#chart, this.#closes);
    const close = this.#closes.get(bars[at]?.timestamp ?? 0);
    return base === undefined || close === undefined ? undefined : (close / base - 1) * 100;
  }

  #refresh(): void {
    const closes = this.#closes;
    const colour = this.#colour;
    // A new function, so that the library calculates again.
    const extendData: Closes = () => ({ closes, colour });
    this.#chart.overrideIndicator({ id: COMPARE, name: COMPARE, extendData });
  }
}

/** Close of the other market at the first bar in sight that it has. */
function otherBase(chart: Chart, closes: ReadonlyMap<number, number>): number | undefined {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  for (let at = from; at < to; at++) {
    const close = closes.get(bars[at]?.timestamp ?? 0);
    if (close !== undefined) return close;
  }
  return undefined;
}

/** The other market's closes in sight as prices of this one: so many percent above its first. */
function* pricesInSight(
  chart: Chart,
  closes: ReadonlyMap<number, number>,
): Generator<{ readonly at: number; readonly price: number }> {
  const { from, to } = chart.getVisibleRange();
  const bars: readonly (KLineData | undefined)[] = chart.getDataList();
  const [own, other] = [bars[from]?.close, otherBase(chart, closes)];
  if (own === undefined || other === undefined) return;
  for (let at = from; at < to; at++) {
    const close = closes.get(bars[at]?.timestamp ?? 0);
    if (close !== undefined) yield { at, price: (own * close) / other };
  }
}

/** Makes indicator and axis known to the chart library. */
export function registerCompare(): void {
  registerIndicator<OtherClose, number, Closes>({
    name: COMPARE,
    series: 'price',
    figures: [],
    extendData: () => ({ closes: new Map(), colour: '' }),
    calc: (bars, { extendData }) => {
      const { closes } = extendData();
      return bars.map(({ timestamp }) => {
        const other = closes.get(timestamp);
        return other === undefined ? {} : { other };
      });
    },
    draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
      const { closes, colour } = indicator.extendData();
      ctx.beginPath();
      for (const { at, price } of pricesInSight(chart, closes))
        ctx.lineTo(xAxis.convertToPixel(at), yAxis.convertToPixel(price));
      ctx.strokeStyle = colour;
      ctx.lineWidth = 1.5;
      ctx.stroke();
      return true;
    },
  });
  registerYAxis({
    name: COMPARE_AXIS,
    minSpan: () => 0.01,
    displayValueToText: (value) => `${utils.formatPrecision(value, 2)}%`,
    valueToRealValue: (value, { range }) =>
      range.range === 0
        ? range.realFrom
        : ((value - range.from) / range.range) * range.realRange + range.realFrom,
    realValueToValue: (value, { range }) =>
      range.realRange === 0
        ? range.from
        : ((value - range.realFrom) / range.realRange) * range.range + range.from,
    createRange: ({ chart, defaultRange }) => {
      const base = chart.getDataList()[chart.getVisibleRange().from]?.close;
      const [indicator] = chart.getIndicators({ id: COMPARE });
      if (base === undefined || base === 0 || indicator === undefined) return defaultRange;
      let { from, to } = defaultRange;
      for (const { price } of pricesInSight(chart, (indicator.extendData as Closes)().closes)) {
        from = Math.min(from, price);
        to = Math.max(to, price);
      }
      const [realFrom, realTo] = [(from / base - 1) * 100, (to / base - 1) * 100];
      const realRange = realTo - realFrom;
      return {
        ...defaultRange,
        from,
        to,
        range: to - from,
        realFrom,
        realTo,
        realRange,
        displayFrom: realFrom,
        displayTo: realTo,
        displayRange: realRange,
      };
    },
  });
}
