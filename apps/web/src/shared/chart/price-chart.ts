import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import {
  dispose,
  init,
  registerIndicator,
  type Chart,
  type DataLoaderGetBarsParams,
  type KLineData,
  type Period,
} from 'klinecharts';
import { grouped } from '../figures.ts';
import { AVERAGES, type AverageLength } from './averages.ts';
import { chartStyles, lineColour, type ChartLook } from './chart-theme.ts';
import { PERIOD_SECONDS, periodOf, type Interval } from './interval.ts';

/** A bar as on the wire: plain decimals. `time` is its start, milliseconds UTC. */
export interface ChartBar {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export interface BarRange {
  readonly period: CandlePeriod;
  readonly source: CandleSource;
  readonly fromS: number;
  readonly toS: number;
}

/** The charted market, and the source of its bars. */
export interface ChartMarket {
  readonly symbol: string;
  readonly priceDecimals: number;
  /** Bars of a range, oldest first. */
  readonly loadBars: (range: BarRange) => Promise<readonly ChartBar[]>;
  /** Calls `listener` with the current bar as it changes. Returns a function that unsubscribes. */
  readonly subscribeBar: (
    of: { period: CandlePeriod; source: CandleSource },
    listener: (bar: ChartBar) => void,
  ) => () => void;
}

/** A price marked across the chart. */
export interface ChartLine {
  readonly id: string;
  readonly price: string;
  readonly direction: 'up' | 'down';
}

interface ChartListeners {
  /** Called when bars are loading, ready, empty or failed to load. */
  readonly onState: (state: 'loading' | 'ready' | 'empty' | 'failed') => void;
  /**
   * Called with the bar under the pointer, or with the newest one without a pointer; undefined
   * without bars.
   */
  readonly onReading: (reading: ChartReading | undefined) => void;
}

/** A bar and the moving averages at it, for the legend. */
export interface ChartReading {
  readonly bar: ChartBar;
  /** By length; an average without enough bars before it is missing. */
  readonly averages: Readonly<Partial<Record<AverageLength, number>>>;
}

interface ChartOptions {
  readonly interval: Interval;
  readonly source: CandleSource;
  readonly look: ChartLook;
  readonly language: string;
}

/** One average alone, and the two whose crossing is marked. */
const [{ length: ALONE }, { length: FAST }, { length: SLOW }] = AVERAGES;

const TIMEZONE = 'Asia/Shanghai';
const VOLUME_DECIMALS = 8;
const BARS_A_LOAD = 500;
const CANDLES = 'candle_pane';
/** Group of the marked prices. */
const LINES = 'lines';
const ZOOM_STEP = 1.25;
/** Share of the width that one scroll step moves. */
const SCROLL_SHARE = 0.5;
/** Two moving averages with a dot at each crossing. */
const CROSS = 'MA_CROSS';

registerCrossIndicator();

const CHART_PERIODS: Readonly<Record<CandlePeriod, Period>> = {
  '1sec': { type: 'second', span: 1 },
  '1min': { type: 'minute', span: 1 },
  '3min': { type: 'minute', span: 3 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '2hour': { type: 'hour', span: 2 },
  '4hour': { type: 'hour', span: 4 },
  '6hour': { type: 'hour', span: 6 },
  '8hour': { type: 'hour', span: 8 },
  '12hour': { type: 'hour', span: 12 },
  '1day': { type: 'day', span: 1 },
  '3day': { type: 'day', span: 3 },
  '1week': { type: 'week', span: 1 },
  '1mon': { type: 'month', span: 1 },
};

/**
 * The chart, of one market at a time: the only module that uses the chart library. Owns the
 * library's chart in `element` until `close`; the same one serves all markets, because the library
 * does not free all memory of a chart. Bars become floating point only here: they are displayed,
 * never calculated with.
 */
export class PriceChart {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #listeners: ChartListeners;
  #market: ChartMarket;
  /** Set while the bars of the market before are removed. */
  #isClearing = false;
  #interval: Interval;
  #source: CandleSource;
  #endLive = (): void => undefined;
  #look: ChartLook;
  #lines: readonly ChartLine[] = [];
  /** Shows a bar that is the newest one or comes after it. */
  #showLive = (_data: KLineData): void => undefined;
  /** Bar under the pointer; undefined without a pointer. */
  #pointedAt: number | undefined;
  #hasFailed = false;
  /** Counts loads, so that bars of an earlier choice are ignored. */
  #load = 0;

  constructor(
    element: HTMLElement,
    market: ChartMarket,
    { listeners, ...options }: ChartOptions & { readonly listeners: ChartListeners },
  ) {
    const chart = init(element, {
      timezone: TIMEZONE,
      styles: chartStyles(options.look),
      locale: 'en-US',
    });
    if (chart === null) throw new Error('the chart has no place');
    this.#chart = chart;
    this.#element = element;
    this.#listeners = listeners;
    this.#market = market;
    this.#interval = options.interval;
    this.#source = options.source;
    this.#look = options.look;
    this.setLanguage(options.language);
    // The library's shortcuts would act on keys pressed anywhere on the page.
    chart.setHotkey({ enabled: false });
    chart.setStyles({ candle: { type: candleType(options.interval) } });
    chart.createIndicator({ name: 'MA', id: 'ma', paneId: CANDLES, calcParams: [ALONE] }, true);
    chart.createIndicator({ name: CROSS, id: 'cross', paneId: CANDLES }, true);
    this.#showVolume();
    chart.setSymbol(symbolOf(market));
    chart.setPeriod(CHART_PERIODS[periodOf(options.interval)]);
    chart.setDataLoader({
      getBars: (request) => void this.#getBars(request),
      subscribeBar: ({ callback }) => this.#subscribe(callback),
      unsubscribeBar: () => this.#endLive(),
    });
    chart.subscribeAction('onCrosshairChange', (crosshair) =>
      this.#point((crosshair as { x?: number } | undefined)?.x),
    );
    element.addEventListener('pointerleave', this.#leave);
    // The library makes its element the first Tab stop.
    element.firstElementChild?.removeAttribute('tabindex');
  }

  setMarket(market: ChartMarket): void {
    this.#market = market;
    // Prices of one market must not appear under the name of another, not even while bars are
    // loading.
    this.#isClearing = true;
    this.#chart.setSymbol(symbolOf(market));
    this.#isClearing = false;
    this.#chart.resetData();
  }

  setInterval(interval: Interval): void {
    const isSamePeriod = periodOf(interval) === periodOf(this.#interval);
    this.#interval = interval;
    this.#chart.setStyles({ candle: { type: candleType(interval) } });
    if (!isSamePeriod) this.#chart.setPeriod(CHART_PERIODS[periodOf(interval)]);
  }

  setSource(source: CandleSource): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#showVolume();
    this.reload();
  }

  setLook(look: ChartLook): void {
    this.#look = look;
    this.#chart.setStyles(chartStyles(look));
    this.setLines(this.#lines);
  }

  /** Marks these prices, and no others. */
  setLines(lines: readonly ChartLine[]): void {
    this.#lines = lines;
    this.#chart.removeOverlay({ groupId: LINES });
    this.#chart.createOverlay(
      lines.map(({ id, price, direction }) => {
        const color = lineColour(this.#look, direction);
        return {
          name: 'horizontalStraightLine',
          groupId: LINES,
          id,
          lock: true,
          points: [{ value: Number(price) }],
          styles: { line: { color, style: 'dashed', dashedValue: [6, 3] } },
        };
      }),
    );
  }

  /** Formats the figures of its axes for `language`. */
  setLanguage(language: string): void {
    this.#chart.setThousandsSeparator({ format: (value) => grouped(String(value), language) });
  }

  /** Fetches all bars again. */
  reload(): void {
    this.#chart.resetData();
  }

  /**
   * Fetches bars newer than the newest one, without moving the view. After a lost connection, and
   * while no live bars come.
   */
  async refresh(): Promise<void> {
    const newest = this.#chart.getDataList().at(-1);
    const period = periodOf(this.#interval);
    const toS = Math.floor(Date.now() / 1000);
    if (
      newest === undefined ||
      this.#hasFailed ||
      toS - newest.timestamp / 1000 > PERIOD_SECONDS[period] * BARS_A_LOAD
    )
      return this.reload();
    const load = this.#load;
    const bars = await this.#market
      .loadBars({ period, source: this.#source, fromS: newest.timestamp / 1000, toS })
      .catch(() => []);
    if (load !== this.#load) return;
    for (const bar of bars) if (bar.time >= newest.timestamp) this.#showLive(chartData(bar));
  }

  /** The newest bars, oldest first. */
  newestBars(count: number): readonly ChartBar[] {
    return this.#chart.getDataList().slice(-count).map(barOf);
  }

  scroll(direction: 'back' | 'forward'): void {
    this.#chart.scrollByDistance(
      (direction === 'back' ? SCROLL_SHARE : -SCROLL_SHARE) * this.#element.clientWidth,
    );
  }

  zoom(direction: 'in' | 'out'): void {
    this.#chart.zoomAtCoordinate(direction === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP);
  }

  showLatest(): void {
    this.#chart.scrollToRealTime();
  }

  close(): void {
    this.#load++;
    this.#endLive();
    this.#element.removeEventListener('pointerleave', this.#leave);
    dispose(this.#element);
  }

  async #getBars({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    // The library's `forward` means further into the past; the newest bar comes live.
    if (type === 'backward') return callback([], { forward: true, backward: false });
    if (this.#isClearing) {
      callback([], false);
      return this.#read();
    }
    const load = type === 'init' ? ++this.#load : this.#load;
    const period = periodOf(this.#interval);
    const toS =
      type === 'init' || timestamp === null ? Math.floor(Date.now() / 1000) : timestamp / 1000 - 1;
    if (type === 'init') this.#listeners.onState('loading');
    try {
      const bars = await this.#market.loadBars({
        period,
        source: this.#source,
        fromS: toS - PERIOD_SECONDS[period] * BARS_A_LOAD,
        toS,
      });
      if (load !== this.#load) return;
      callback(bars.map(chartData), { forward: bars.length > 0, backward: false });
      if (type !== 'init') return;
      this.#hasFailed = false;
      this.#pointedAt = undefined;
      this.#listeners.onState(bars.length === 0 ? 'empty' : 'ready');
      this.#read();
    } catch {
      if (load !== this.#load) return;
      callback([], false);
      if (type !== 'init') return;
      this.#hasFailed = true;
      this.#listeners.onState('failed');
    }
  }

  /** An index has no volume, so its chart has no volume pane. */
  #showVolume(): void {
    this.#chart.removeIndicator({ name: 'VOL' });
    if (this.#source === 'index') return;
    this.#chart.createIndicator('VOL');
    this.#chart.overrideIndicator({ name: 'VOL', calcParams: [] });
  }

  #subscribe(show: (data: KLineData) => void): void {
    this.#endLive();
    if (this.#isClearing) return;
    this.#showLive = (data) => {
      // A chart without its past would look like a market that has just begun: it stays failed
      // until the past is loaded.
      if (this.#hasFailed) return;
      const isFirst = this.#chart.getDataList().length === 0;
      show(data);
      if (isFirst) this.#listeners.onState('ready');
      this.#read();
    };
    this.#endLive = this.#market.subscribeBar(
      { period: periodOf(this.#interval), source: this.#source },
      (bar) => this.#showLive(chartData(bar)),
    );
  }

  #point(x: number | undefined): void {
    const found =
      x === undefined
        ? undefined
        : (
            this.#chart.convertFromPixel([{ x }], { paneId: CANDLES }) as { dataIndex?: number }[]
          )[0]?.dataIndex;
    this.#pointedAt = found;
    this.#read();
  }

  readonly #leave = (): void => this.#point(undefined);

  /** Reports the bar at the pointer to the legend. */
  #read(): void {
    const bars = this.#chart.getDataList();
    const last = bars.length - 1;
    const at = Math.max(0, Math.min(last, this.#pointedAt ?? last));
    const data = bars[at];
    this.#listeners.onReading(
      data && {
        bar: barOf(data),
        averages: Object.fromEntries(
          AVERAGES.map(({ length }) => [length, averageAt(bars, at, length)]),
        ),
      },
    );
  }
}

function symbolOf({ symbol, priceDecimals }: ChartMarket) {
  return { ticker: symbol, pricePrecision: priceDecimals, volumePrecision: VOLUME_DECIMALS };
}

/** The bar as received, before its conversion into floating point. */
function barOf(data: KLineData): ChartBar {
  return data['bar'] as ChartBar;
}

function candleType(interval: Interval) {
  return interval === 'realtime' ? 'area' : 'candle_solid';
}

function chartData(bar: ChartBar): KLineData {
  const { time, open, high, low, close, volume } = bar;
  return {
    timestamp: time,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    bar,
  };
}

/** Registers the indicator of two moving averages with a dot at each crossing. */
function registerCrossIndicator(): void {
  registerIndicator<{ fast?: number; slow?: number; cross?: number }, number>({
    name: CROSS,
    shortName: 'MA Cross',
    series: 'price',
    precision: 2,
    shouldOhlc: true,
    calcParams: [FAST, SLOW],
    figures: [
      {
        key: 'fast',
        type: 'line',
        styles: ({ defaultStyles }) =>
          ({ style: 'dashed', color: defaultStyles?.lines[1]?.color }) as never,
      },
      {
        key: 'slow',
        type: 'line',
        styles: ({ defaultStyles }) =>
          ({ style: 'dashed', color: defaultStyles?.lines[2]?.color }) as never,
      },
      { key: 'cross', type: 'circle' },
    ],
    calc: (bars, { calcParams: [fastLength = FAST, slowLength = SLOW] }) => {
      const fast = movingAverage(bars, fastLength);
      const slow = movingAverage(bars, slowLength);
      return bars.map((_bar, at) => ({
        ...(fast[at] === undefined ? {} : { fast: fast[at] }),
        ...(slow[at] === undefined ? {} : { slow: slow[at] }),
        ...(isCross(fast, slow, at) && slow[at] !== undefined ? { cross: slow[at] } : {}),
      }));
    },
  });
}

function movingAverage(bars: readonly KLineData[], length: number): (number | undefined)[] {
  let sum = 0;
  return bars.map(({ close }, at) => {
    sum += close - (bars[at - length]?.close ?? 0);
    return at >= length - 1 ? sum / length : undefined;
  });
}

/** The average of the closes of `length` bars up to `at`; undefined with fewer bars. */
function averageAt(bars: readonly KLineData[], at: number, length: number): number | undefined {
  if (at < length - 1) return undefined;
  return bars.slice(at - length + 1, at + 1).reduce((sum, { close }) => sum + close, 0) / length;
}

function isCross(
  fast: readonly (number | undefined)[],
  slow: readonly (number | undefined)[],
  at: number,
): boolean {
  const [f0, f1, s0, s1] = [fast[at - 1], fast[at], slow[at - 1], slow[at]];
  if (f0 === undefined || f1 === undefined || s0 === undefined || s1 === undefined) return false;
  return (f0 < s0 && f1 >= s1) || (f0 > s0 && f1 <= s1);
}
