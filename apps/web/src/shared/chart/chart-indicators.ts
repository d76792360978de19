import type { Chart, Indicator, YAxisOverride } from 'klinecharts';
import { CHART_LINES, type Theme } from '../styles/tokens.ts';
import { CROSS } from './cross-indicator.ts';
import type { ChartIndicator } from './indicators.ts';

export const CANDLES = 'candle_pane';
/** Axis of the volume at the foot of the candles, and its share of their height. */
const VOLUME_AXIS = 'volume';
const VOLUME_SHARE = 0.18;
const PANE_HEIGHT = 88;
const LEAST_PANE_HEIGHT = 48;
/** Longest part of the chart's height that panes of indicators take from the candles. */
const PANES_SHARE = 0.5;

/** One figure of an indicator: its name, and the colour of its line. */
export interface LegendFigure {
  readonly key: string;
  readonly title: string;
  readonly colour: string;
}

/** An indicator in the legend. */
export interface LegendRow {
  readonly id: string;
  readonly label: string;
  readonly figures: readonly LegendFigure[];
}

/** Rows of one pane. `top` in pixels from the top of the drawing. */
export interface LegendGroup {
  readonly pane: string;
  readonly top: number;
  readonly rows: readonly LegendRow[];
}

/** The indicators of a chart: puts them on, changes them, and reads their figures. */
export class ChartIndicators {
  readonly #chart: Chart;
  #shown: readonly ChartIndicator[] = [];
  #theme: Theme;
  #hasDots = false;

  constructor(chart: Chart, theme: Theme) {
    this.#chart = chart;
    this.#theme = theme;
  }

  /** Shows these indicators, in this order, and no others. */
  show(wanted: readonly ChartIndicator[]): void {
    const chart = this.#chart;
    for (const one of this.#shown) {
      const next = wanted.find(({ id }) => id === one.id);
      if (next === undefined || next.isOnCandles !== one.isOnCandles || next.name !== one.name)
        chart.removeIndicator({ id: one.id });
    }
    const colours = this.#colours(wanted);
    for (const one of wanted) {
      if (chart.getIndicators({ id: one.id }).length === 0) this.#create(one);
      chart.overrideIndicator({
        id: one.id,
        name: one.name,
        calcParams: [...one.params],
        styles: { lines: colours.get(one.id) ?? [] },
        ...(one.name === CROSS ? { extendData: this.#hasDots } : {}),
      });
    }
    this.#shown = wanted;
    this.#measure();
  }

  /** Marks the crossings of two averages, or does not. */
  showDots(hasDots: boolean): void {
    if (hasDots === this.#hasDots) return;
    this.#hasDots = hasDots;
    this.#chart.overrideIndicator({ name: CROSS, extendData: hasDots });
  }

  recolour(theme: Theme): void {
    this.#theme = theme;
    this.show(this.#shown);
  }

  legend(): readonly LegendGroup[] {
    const groups = new Map<string, { top: number; rows: LegendRow[] }>();
    for (const one of this.#shown) {
      const [indicator] = this.#chart.getIndicators({ id: one.id });
      if (indicator === undefined) continue;
      const isVolume = one.name === 'VOL' && one.isOnCandles;
      const pane = isVolume ? VOLUME_AXIS : indicator.paneId;
      const size = this.#chart.getSize(indicator.paneId, 'root');
      const top = (size?.top ?? 0) + (isVolume ? (1 - VOLUME_SHARE) * (size?.height ?? 0) - 22 : 0);
      const group = groups.get(pane) ?? { top, rows: [] };
      group.rows.push(rowOf(one, indicator));
      groups.set(pane, group);
    }
    return [...groups].map(([pane, group]) => ({ pane, ...group }));
  }

  /** Figures of all indicators at a bar, by `id.key`. */
  figuresAt(at: number): ReadonlyMap<string, { value: number; precision: number }> {
    const figures = new Map<string, { value: number; precision: number }>();
    for (const { id, result, figures: drawn, precision } of this.#chart.getIndicators()) {
      const values = result[at] as Readonly<Record<string, unknown>> | undefined;
      for (const { key } of drawn) {
        const value = values?.[key];
        if (typeof value === 'number') figures.set(`${id}.${key}`, { value, precision });
      }
    }
    return figures;
  }

  #create({ id, name, isOnCandles }: ChartIndicator): void {
    const isVolume = name === 'VOL' && isOnCandles;
    if (isVolume) this.#chart.createYAxis(VOLUME_SCALE);
    this.#chart.createIndicator(
      {
        id,
        name,
        paneId: isOnCandles ? CANDLES : `pane-${id}`,
        ...(isVolume ? { yAxisId: VOLUME_AXIS } : {}),
      },
      true,
    );
  }

  /** Indicators on the candles go on with the colours; each pane begins anew. */
  #colours(
    wanted: readonly ChartIndicator[],
  ): ReadonlyMap<string, { color: string; size: number }[]> {
    const lines = CHART_LINES[this.#theme];
    let used = 0;
    return new Map(
      wanted.map(({ id, name, isOnCandles, params }) => {
        const first = isOnCandles ? used : 0;
        if (isOnCandles) used += Math.max(name === 'VOL' ? 0 : 1, params.length);
        const own = lines.map((_, at) => lines[(first + at) % lines.length] ?? '');
        return [id, own.map((color) => ({ color, size: 1 }))];
      }),
    );
  }

  /** Panes share the height that the candles can spare. */
  #measure(): void {
    const panes = this.#shown.filter(({ isOnCandles }) => !isOnCandles);
    const height = this.#chart.getSize()?.height ?? 0;
    if (panes.length === 0 || height === 0) return;
    const each = Math.min(PANE_HEIGHT, (height * PANES_SHARE) / panes.length);
    for (const { id } of panes)
      this.#chart.setPaneOptions({
        id: `pane-${id}`,
        height: Math.max(LEAST_PANE_HEIGHT, each),
        minHeight: 30,
      });
  }
}

/** The largest volume takes a fixed share of the candles' height, at their foot. */
const VOLUME_SCALE: YAxisOverride = {
  id: VOLUME_AXIS,
  paneId: CANDLES,
  needWidget: false,
  gap: { top: 0, bottom: 0 },
  createRange: ({ defaultRange }) => {
    const to = Math.max(0, defaultRange.to) / VOLUME_SHARE;
    return {
      ...defaultRange,
      from: 0,
      to,
      range: to,
      realFrom: 0,
      realTo: to,
      realRange: to,
      displayFrom: 0,
      displayTo: to,
      displayRange: to,
    };
  },
};

function rowOf({ params }: ChartIndicator, indicator: Indicator): LegendRow {
  const { id, shortName, figures, styles } = indicator;
  let line = 0;
  return {
    id,
    label: params.length === 0 ? shortName : `${shortName} ${params.join(' ')}`,
    figures: figures
      .map(({ key, title, type }) => ({
        key,
        title: (title ?? '').replace(/:\s*$/, ''),
        colour: type === 'line' ? (styles?.lines?.[line++]?.color ?? '') : '',
      }))
      .filter(({ title }) => title !== ''),
  };
}
