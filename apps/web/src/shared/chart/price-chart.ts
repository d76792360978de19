import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import {
  dispose,
  getFigureClass,
  init,
  registerFigure,
  registerOverlay,
  type CandleType,
  type Chart,
  type DataLoaderGetBarsParams,
  type KLineData,
  type Period,
} from 'klinecharts';
import { grouped } from '../figures.ts';
import { PALETTES } from '../styles/tokens.ts';
import { candleGap } from './candle-gap.ts';
import { ChartCompare, COMPARE_AXIS, registerCompare } from './chart-compare.ts';
import { ChartDrawings } from './chart-drawings.ts';
import { CANDLES, ChartIndicators, type LegendGroup } from './chart-indicators.ts';
import type { ChartOwn, OwnParts } from './chart-own.ts';
import type { CandleKind, ChartScale } from './chart-state.ts';
import type { ChartLook } from './chart-colour.ts';
import { CHART_FONT, chartStyles } from './chart-theme.ts';
import { registerCrossIndicator } from './cross-indicator.ts';
import type { Drawing } from './drawings.ts';
import type { ChartIndicator } from './indicators.ts';
import { PERIOD_SECONDS, periodOf, type Interval } from './interval.ts';
import { LiveBars } from './live-bars.ts';

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

/** Events of a chart, for the components around it. */
export interface ChartListeners {
  /** Called when bars are loading, ready, empty or failed to load. */
  readonly onState: (state: 'loading' | 'ready' | 'empty' | 'failed') => void;
  /**
   * Called with the bar under the pointer, or with the newest one without a pointer; undefined
   * without bars.
   */
  readonly onReading: (reading: ChartReading | undefined) => void;
  /** Called when indicators come or go, or their panes move. */
  readonly onLegend: (groups: readonly LegendGroup[]) => void;
  /** Called with a drawing that is new or was moved; without one when it is gone. */
  readonly onDrawing: (id: string, drawing: Drawing | undefined) => void;
  /** Called when a drawing that was begun is there, or was given up. */
  readonly onDrawingEnd: () => void;
}

/** A bar and the indicators at it, for the legend. */
export interface ChartReading {
  readonly bar: ChartBar;
  /** Texts of the indicators' figures, by `id.key`; a figure without enough bars is missing. */
  readonly figures: ReadonlyMap<string, string>;
  /** Percent of the compared market since the first bar in sight, with sign. */
  readonly compared: string | undefined;
}

/** How the drawing looks, besides its colours. */
export interface ChartForm {
  readonly kind: CandleKind;
  readonly scale: ChartScale;
  readonly isInverse: boolean;
  readonly hasGrid: boolean;
  readonly hasDots: boolean;
  readonly hasLastPrice: boolean;
}

interface ChartOptions {
  readonly interval: Interval;
  readonly source: CandleSource;
  readonly look: ChartLook;
  readonly form: ChartForm;
  readonly language: string;
}

const TIMEZONE = 'Asia/Shanghai';
const VOLUME_DECIMALS = 8;
const BARS_A_LOAD = 500;
const ZOOM_STEP = 1.25;
/** Share of the width that one scroll step moves. */
const SCROLL_SHARE = 0.5;
const PICTURE_HEAD = 32;
/** A phone that draws the chart at each trade has no time left for the book. */
const TOUCH_REST_MS = 250;

registerCrossIndicator();
registerCompare();
// Without it a finger has to be as exact as a pointer.
if (isTouch())
  import('./touch-reach.ts').then(
    ({ widenReach }) => widenReach(getFigureClass, registerFigure),
    () => undefined,
  );

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

const CANDLE_TYPES = {
  solid: 'candle_solid',
  hollow: 'candle_up_stroke',
  ohlc: 'ohlc',
  area: 'area',
} as const satisfies Record<CandleKind, CandleType>;
const AXES = { linear: 'normal', log: 'logarithm', percent: 'percentage' } as const;

/**
 * The chart, of one market at a time. Owns the library's chart in `element` until `close`; the same
 * one serves all markets, because the library does not free all memory of a chart. Bars become
 * floating point only here: they are displayed, never calculated with.
 */
export class PriceChart {
  readonly drawings: ChartDrawings;
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #listeners: ChartListeners;
  readonly #indicators: ChartIndicators;
  readonly #compare: ChartCompare;
  readonly #sizes: ResizeObserver;
  #endSwipes = (): void => undefined;
  #isClosed = false;
  /** Undefined until somebody has something of one's own to show. */
  #own: ChartOwn | undefined;
  #market: ChartMarket;
  /** The market that this one is compared with. */
  #other: ChartMarket | undefined;
  #endOther = (): void => undefined;
  /** Set while the bars of the market before are removed. */
  #isClearing = false;
  #interval: Interval;
  #source: CandleSource;
  #endLive = (): void => undefined;
  #look: ChartLook;
  #form: ChartForm;
  #language: string;
  #wanted: readonly ChartIndicator[] = [];
  #numbers = new Map<number, Intl.NumberFormat>();
  readonly #live = new LiveBars({
    newest: () => this.#newestToJoin(),
    loadSince: (fromMs) => this.#loadSince(fromMs),
    show: (data) => this.#showLive(data),
    reload: () => this.reload(),
    restMs: isTouch() ? TOUCH_REST_MS : 0,
  });
  /** Hands a bar to the library. */
  #addBar = (_data: KLineData): void => undefined;
  /** Bar under the pointer; undefined without a pointer. */
  #pointedAt: number | undefined;
  #hasFailed = false;
  #isLegendDue = false;
  /** Height of the candles that their gaps are for. */
  #gapHeight = 0;
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
      // The library's shortcuts would act on keys pressed anywhere on the page.
      hotkey: { enabled: false },
    });
    if (chart === null) throw new Error('the chart has no place');
    this.#chart = chart;
    this.#element = element;
    this.#listeners = listeners;
    this.#market = market;
    this.#interval = options.interval;
    this.#source = options.source;
    this.#look = options.look;
    this.#form = options.form;
    this.#language = options.language;
    this.#indicators = new ChartIndicators(chart, options.look.theme);
    this.#compare = new ChartCompare(chart);
    this.drawings = new ChartDrawings(chart, {
      theme: options.look.theme,
      onChange: listeners.onDrawing,
      onEnd: listeners.onDrawingEnd,
    });
    this.setLanguage(options.language);
    this.#applyForm();
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
    chart.subscribeAction('onVisibleRangeChange', () => this.#anchor());
    chart.subscribeAction('onPaneDrag', () => this.#tellLegend());
    element.addEventListener('pointerleave', this.#leave);
    this.#sizes = new ResizeObserver(() => this.#tellLegend());
    this.#sizes.observe(element);
    // The library makes its element the first Tab stop.
    element.firstElementChild?.removeAttribute('tabindex');
    if (navigator.maxTouchPoints > 0) void this.#shareSwipes(element);
  }

  /** Leaves vertical swipes to the page. The code for it comes to devices with fingers only. */
  async #shareSwipes(element: HTMLElement): Promise<void> {
    const swipes = await import('./page-swipe.ts').catch(() => undefined);
    if (swipes === undefined || this.#isClosed) return;
    this.#endSwipes = swipes.letPageScroll(this.#chart, element, {
      onTouch: () => this.drawings.letGo(),
      onNoCrosshair: () => this.#point(undefined),
      keeps: (clientX) => this.drawings.isTouched || this.#isOnAxis(clientX),
    });
  }

  /** Own orders, positions and fills on the chart: `make` is fetched by those who are logged in. */
  ownBy(make: (parts: OwnParts) => ChartOwn): ChartOwn {
    this.#own ??= make({ chart: this.#chart, look: this.#look, pane: CANDLES, registerOverlay });
    return this.#own;
  }

  setMarket(market: ChartMarket): void {
    this.#market = market;
    // A drawing that was begun is of the market before.
    this.drawings.giveUp();
    // Prices of one market must not appear under the name of another, not even while bars are
    // loading.
    this.#isClearing = true;
    this.#chart.setSymbol(symbolOf(market));
    this.#isClearing = false;
    this.reload();
  }

  setInterval(interval: Interval): void {
    const isSamePeriod = periodOf(interval) === periodOf(this.#interval);
    this.#interval = interval;
    this.#applyForm();
    if (isSamePeriod) return;
    this.#chart.setPeriod(CHART_PERIODS[periodOf(interval)]);
    this.#followOther();
  }

  setSource(source: CandleSource): void {
    if (source === this.#source) return;
    this.#source = source;
    this.reload();
  }

  /** A chart out of sight draws no bars; it is up to date when it comes into sight. */
  setSeen(isSeen: boolean): void {
    this.#live.setSeen(isSeen);
  }

  setLook(look: ChartLook): void {
    this.#look = look;
    this.#chart.setStyles(chartStyles(look));
    this.#applyForm();
    this.#indicators.recolour(look.theme);
    this.#compare.recolour(PALETTES[look.theme].accent);
    this.drawings.recolour(look.theme);
    this.#own?.setLook(look);
    this.#tellLegend();
  }

  setForm(form: ChartForm): void {
    this.#form = form;
    this.#applyForm();
  }

  setIndicators(wanted: readonly ChartIndicator[]): void {
    this.#wanted = wanted;
    this.#indicators.show(wanted);
    this.#applyAxis();
    this.#tellLegend();
  }

  /** Compares with another market, as percent; with none without one. */
  setCompared(other: ChartMarket | undefined): void {
    if (other === undefined && this.#other === undefined) return;
    this.#other = other;
    if (other === undefined) this.#compare.end();
    this.#followOther();
    this.#applyAxis();
    this.#read();
  }

  /** Formats the figures of its axes for `language`. */
  setLanguage(language: string): void {
    this.#language = language;
    this.#numbers.clear();
    this.#chart.setThousandsSeparator({ format: (value) => grouped(String(value), language) });
  }

  /** Fetches all bars again. */
  reload(): void {
    this.#chart.resetData();
    this.#followOther();
  }

  /**
   * Fetches bars newer than the newest one, without moving the view. After a lost connection, and
   * while no live bars come.
   */
  refresh(): Promise<void> {
    return this.#live.refresh();
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

  /** The price at a height of the candles, in whole steps; undefined off the scale. */
  ticksAt(y: number, ticksPerUnit: number): number | undefined {
    const [point] = this.#chart.convertFromPixel([{ y }], { paneId: CANDLES }) as {
      value?: number;
    }[];
    const ticks = Math.round((point?.value ?? 0) * ticksPerUnit);
    return Number.isSafeInteger(ticks) && ticks > 0 ? ticks : undefined;
  }

  /** Width and height of the candles, without the axis. */
  candleSize(): { readonly width: number; readonly height: number } {
    const size = this.#chart.getSize(CANDLES, 'main');
    return { width: size?.width ?? 0, height: size?.height ?? 0 };
  }

  /** A picture of the chart as PNG, with the title above it. */
  async picture(title: string): Promise<Blob | undefined> {
    const palette = PALETTES[this.#look.theme];
    const drawn = new Image();
    drawn.src = this.#chart.getConvertPictureUrl(true, 'png', palette['bg-1']);
    await drawn.decode();
    const ratio = drawn.width / Math.max(1, this.#element.clientWidth);
    const canvas = document.createElement('canvas');
    canvas.width = drawn.width;
    canvas.height = drawn.height + PICTURE_HEAD * ratio;
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    context.fillStyle = palette['bg-1'];
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(drawn, 0, PICTURE_HEAD * ratio);
    context.fillStyle = palette['text-1'];
    context.font = `${13 * ratio}px ${CHART_FONT}`;
    context.textBaseline = 'middle';
    context.fillText(title, 12 * ratio, (PICTURE_HEAD / 2) * ratio);
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'),
    );
  }

  close(): void {
    this.#load++;
    this.#live.forget();
    this.#endLive();
    this.#endOther();
    this.#sizes.disconnect();
    this.#isClosed = true;
    this.#endSwipes();
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
    if (type === 'init') this.#live.forget();
    const period = periodOf(this.#interval);
    const toS =
      type === 'init' || timestamp === null ? Math.floor(Date.now() / 1000) : timestamp / 1000 - 1;
    const fromS = toS - PERIOD_SECONDS[period] * BARS_A_LOAD;
    if (type === 'init') this.#listeners.onState('loading');
    try {
      const bars = await this.#market.loadBars({ period, source: this.#source, fromS, toS });
      if (load !== this.#load) return;
      callback(bars.map(chartData), { forward: bars.length > 0, backward: false });
      if (type !== 'init') return void this.#loadOther({ fromS, toS });
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

  /** Start of the newest bar; undefined if a new load is due instead of the bars since it. */
  #newestToJoin(): number | undefined {
    const newest = this.#chart.getDataList().at(-1)?.timestamp;
    if (newest === undefined || this.#hasFailed) return undefined;
    const missed = (Date.now() - newest) / 1000 / PERIOD_SECONDS[periodOf(this.#interval)];
    return missed > BARS_A_LOAD ? undefined : newest;
  }

  async #loadSince(fromMs: number): Promise<readonly KLineData[]> {
    const period = periodOf(this.#interval);
    const [fromS, toS] = [fromMs / 1000, Math.floor(Date.now() / 1000)];
    const bars = await this.#market.loadBars({ period, source: this.#source, fromS, toS });
    return bars.map(chartData);
  }

  #subscribe(addBar: (data: KLineData) => void): void {
    this.#endLive();
    this.#live.forget();
    if (this.#isClearing) return;
    this.#addBar = addBar;
    this.#endLive = this.#market.subscribeBar(
      { period: periodOf(this.#interval), source: this.#source },
      (bar) => {
        // A chart without its past would look like a market that has just begun: it stays failed
        // until the past is loaded.
        if (!this.#hasFailed) this.#live.take(chartData(bar));
      },
    );
  }

  #showLive(data: KLineData): void {
    const isFirst = this.#chart.getDataList().length === 0;
    this.#addBar(data);
    if (isFirst) this.#listeners.onState('ready');
    this.#readLater();
  }

  /** Loads and follows the other market at the present interval, from the first bar on. */
  #followOther(): void {
    this.#endOther();
    this.#endOther = () => undefined;
    const other = this.#other;
    if (other === undefined) return;
    this.#compare.begin(PALETTES[this.#look.theme].accent);
    const period = periodOf(this.#interval);
    const toS = Math.floor(Date.now() / 1000);
    const first = (this.#chart.getDataList()[0]?.timestamp ?? Number.POSITIVE_INFINITY) / 1000;
    const fromS = Math.min(first, toS - PERIOD_SECONDS[period] * BARS_A_LOAD);
    void this.#loadOther({ fromS, toS });
    this.#endOther = other.subscribeBar({ period, source: this.#source }, ({ time, close }) => {
      this.#compare.add([[time, Number(close)]]);
    });
  }

  async #loadOther({ fromS, toS }: { fromS: number; toS: number }): Promise<void> {
    const other = this.#other;
    if (other === undefined) return;
    const period = periodOf(this.#interval);
    const range = { period, source: this.#source, fromS, toS };
    // Without its past the line begins later.
    const bars = await other.loadBars(range).catch(() => []);
    if (other !== this.#other || period !== periodOf(this.#interval)) return;
    this.#compare.add(bars.map(({ time, close }) => [time, Number(close)] as const));
    this.#read();
  }

  #applyForm(): void {
    const { kind, hasGrid, hasDots, hasLastPrice } = this.#form;
    this.#chart.setStyles({
      grid: { show: hasGrid },
      candle: {
        type: CANDLE_TYPES[this.#interval === 'realtime' ? 'area' : kind],
        priceMark: { last: { show: hasLastPrice } },
      },
    });
    this.#indicators.showDots(hasDots);
    this.#applyAxis();
  }

  #applyAxis(): void {
    const [axis] = this.#chart.getYAxes({ paneId: CANDLES });
    if (axis === undefined) return;
    const onCandles = this.#wanted.filter(({ isOnCandles }) => isOnCandles);
    const lines = onCandles.filter(({ name }) => name !== 'VOL');
    this.#gapHeight = this.candleSize().height;
    this.#chart.overrideYAxis({
      paneId: CANDLES,
      id: axis.id,
      name: this.#other === undefined ? AXES[this.#form.scale] : COMPARE_AXIS,
      reverse: this.#form.isInverse,
      gap: candleGap({
        height: this.#gapHeight,
        rows: lines.length + (this.#other === undefined ? 0 : 1),
        hasVolume: onCandles.length > lines.length,
        isInverse: this.#form.isInverse,
      }),
    });
  }

  /** Zooming keeps the newest bar in place while it is in sight, else the bar at the pointer. */
  #anchor(): void {
    const isLatest = this.#chart.getVisibleRange().to >= this.#chart.getDataList().length;
    this.#chart.setZoomAnchor(isLatest ? 'last_bar' : 'cursor');
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

  /** A lifted finger leaves its crosshair, and the figures of the bar under it. */
  readonly #leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') this.#point(undefined);
  };

  /** Whether a place of the window is right of the candles, where a swipe changes the scale. */
  #isOnAxis(clientX: number): boolean {
    return clientX - this.#element.getBoundingClientRect().left > this.candleSize().width;
  }

  /** Tells where the indicators are, once the library has laid out its panes. */
  #tellLegend(): void {
    if (this.#isLegendDue) return;
    this.#isLegendDue = true;
    requestAnimationFrame(() => {
      this.#isLegendDue = false;
      // Only then: it discards the visitor's changes of the scale.
      if (this.candleSize().height !== this.#gapHeight) this.#applyAxis();
      this.#listeners.onLegend(this.#indicators.legend());
      this.#read();
    });
  }

  /**
   * The library computes the indicators of a new bar after it is shown. Bars of a second are new
   * each time: read at once, they would never have figures.
   */
  #readLater(): void {
    const load = this.#load;
    setTimeout(() => {
      if (load === this.#load) this.#read();
    });
  }

  /** Reports the bar at the pointer to the legend. */
  #read(): void {
    const bars = this.#chart.getDataList();
    const last = bars.length - 1;
    const at = Math.max(0, Math.min(last, this.#pointedAt ?? last));
    const data = bars[at];
    if (data === undefined) return this.#listeners.onReading(undefined);
    const figures = new Map<string, string>();
    for (const [key, { value, precision }] of this.#indicators.figuresAt(at))
      figures.set(key, this.#number(precision).format(value));
    const compared = this.#compare.percentAt(at);
    this.#listeners.onReading({
      bar: barOf(data),
      figures,
      compared:
        compared === undefined
          ? undefined
          : `${compared > 0 ? '+' : ''}${this.#number(2).format(compared)}%`,
    });
  }

  #number(decimals: number): Intl.NumberFormat {
    let format = this.#numbers.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat(this.#language, {
        minimumFractionDigits: Math.min(decimals, 4),
        maximumFractionDigits: decimals,
      });
      this.#numbers.set(decimals, format);
    }
    return format;
  }
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function symbolOf({ symbol, priceDecimals }: ChartMarket) {
  return { ticker: symbol, pricePrecision: priceDecimals, volumePrecision: VOLUME_DECIMALS };
}

/** The bar as received, before its conversion into floating point. */
function barOf(data: KLineData): ChartBar {
  return data['bar'] as ChartBar;
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
