import {
  DRAWING_COLOURS,
  DRAWING_TOOLS,
  LONGEST_TEXT,
  type Drawing,
  type DrawingColour,
  type DrawingPoint,
} from './drawings.ts';
import {
  FIRST_INDICATORS,
  fitsKind,
  INDICATORS,
  isParameter,
  MOST_INDICATORS,
  type ChartIndicator,
} from './indicators.ts';
import { DEFAULT_INTERVAL, FIRST_FAVOURITES, INTERVALS, type Interval } from './interval.ts';

/** The pages that have a chart. */
export const CHART_TERMINALS = ['spot', 'margin', 'match', 'seconds'] as const;
export type ChartTerminal = (typeof CHART_TERMINALS)[number];

export const CANDLE_KINDS = ['solid', 'hollow', 'ohlc', 'area'] as const;
export type CandleKind = (typeof CANDLE_KINDS)[number];
export const SCALES = ['linear', 'log', 'percent'] as const;
export type ChartScale = (typeof SCALES)[number];

/** The switches of a chart, with their first states. */
const FIRST_SWITCHES = {
  isInverse: false,
  hasGrid: true,
  hasDots: false,
  hasLastPrice: true,
  hasOrders: true,
  hasPositions: true,
  hasFills: true,
  hasAlerts: true,
  isMagnetic: false,
  areDrawingsLocked: false,
  areDrawingsHidden: false,
};
export type ChartSwitch = keyof typeof FIRST_SWITCHES;

/** How the chart of one terminal looks. */
export interface TerminalChart extends Readonly<Record<ChartSwitch, boolean>> {
  readonly interval: Interval;
  readonly favourites: readonly Interval[];
  readonly kind: CandleKind;
  readonly scale: ChartScale;
  readonly colour: DrawingColour;
  /** Indicators of markets that have none of their own. */
  readonly indicators: readonly ChartIndicator[];
}

/** Drawings and indicators of one market. */
export interface MarketChart {
  readonly drawings: readonly Drawing[];
  /** Own indicators of the market, where it has any. */
  readonly indicators: Readonly<Partial<Record<ChartTerminal, readonly ChartIndicator[]>>>;
}

export type TerminalCharts = Readonly<Partial<Record<ChartTerminal, TerminalChart>>>;
/** By the market's key; the one that was changed last stands last. */
export type MarketCharts = readonly (readonly [string, MarketChart])[];

/** Bounds of the stored charts: storage is small, and shared with all other settings. */
export const MARKETS_KEPT = 30;
export const DRAWINGS_KEPT = 100;
const POINTS_KEPT = 400;
const LONGEST_ID = 40;
const LONGEST_KEPT = 400_000;

export const FIRST_TERMINAL: TerminalChart = {
  ...FIRST_SWITCHES,
  interval: DEFAULT_INTERVAL,
  favourites: FIRST_FAVOURITES,
  kind: 'solid',
  scale: 'linear',
  colour: 'accent',
  indicators: FIRST_INDICATORS,
};
/** A contract of 30 seconds is over before a bar of a minute is. */
const FIRST_SECONDS: TerminalChart = {
  ...FIRST_TERMINAL,
  interval: '1sec',
  favourites: [...FIRST_FAVOURITES, '1sec'],
  kind: 'area',
};
export const EMPTY_MARKET: MarketChart = { drawings: [], indicators: {} };

/** The chart of a terminal before somebody chooses. */
export function firstTerminal(name: ChartTerminal): TerminalChart {
  return name === 'seconds' ? FIRST_SECONDS : FIRST_TERMINAL;
}

export function indicatorsOf(
  terminal: ChartTerminal,
  { indicators: first }: TerminalChart,
  { indicators }: MarketChart,
): readonly ChartIndicator[] {
  return indicators[terminal] ?? first;
}

/** The list with one market changed, and without those that were changed longest ago. */
export function withMarket(
  charts: MarketCharts,
  key: string,
  change: (market: MarketChart) => MarketChart,
): MarketCharts {
  const before = charts.find(([name]) => name === key)?.[1] ?? EMPTY_MARKET;
  const changed = change(before);
  const bounded = { ...changed, drawings: changed.drawings.slice(-DRAWINGS_KEPT) };
  return [...charts.filter(([name]) => name !== key), [key, bounded] as const].slice(-MARKETS_KEPT);
}

/**
 * The text to store. It leaves out the markets that were changed longest ago, where all would be
 * too long.
 */
export function writtenMarkets(charts: MarketCharts): string {
  const texts = charts.map((chart) => JSON.stringify(chart));
  let length = 0;
  const kept: string[] = [];
  for (const text of texts.reverse()) {
    length += text.length;
    if (length > LONGEST_KEPT && kept.length > 0) break;
    kept.unshift(text);
  }
  return `[${kept.join(',')}]`;
}

/**
 * Reads the stored charts. Invalid values are ignored, part by part: the text may come from an
 * earlier version, or from another program.
 */
export function readTerminals(text: string | undefined): TerminalCharts {
  const stored = parsed(text);
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    CHART_TERMINALS.filter((name) => isRecord(stored[name])).map((name) => [
      name,
      readTerminal(stored[name] as Stored, firstTerminal(name)),
    ]),
  );
}

export function readMarkets(text: string | undefined): MarketCharts {
  const stored = parsed(text);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(
      (pair): pair is [string, Stored] =>
        Array.isArray(pair) && isWord(pair[0]) && isRecord(pair[1]),
    )
    .slice(-MARKETS_KEPT)
    .map(([key, market]) => [key, readMarket(market)] as const);
}

type Stored = Readonly<Record<string, unknown>>;

function readTerminal(stored: Stored, first: TerminalChart): TerminalChart {
  const switches = Object.fromEntries(
    Object.entries(FIRST_SWITCHES).map(([name, usual]) => {
      const value = stored[name];
      return [name, typeof value === 'boolean' ? value : usual];
    }),
  ) as typeof FIRST_SWITCHES;
  const favourites = listOf(stored['favourites']).filter((name) => isOneOf(INTERVALS, name));
  return {
    ...switches,
    interval: oneOf(INTERVALS, stored['interval'], first.interval),
    favourites: favourites.length === 0 ? first.favourites : [...new Set(favourites)],
    kind: oneOf(CANDLE_KINDS, stored['kind'], first.kind),
    scale: oneOf(SCALES, stored['scale'], first.scale),
    colour: oneOf(DRAWING_COLOURS, stored['colour'], first.colour),
    indicators: Array.isArray(stored['indicators'])
      ? readIndicators(stored['indicators'])
      : first.indicators,
  };
}

function readMarket(stored: Stored): MarketChart {
  const indicators = isRecord(stored['indicators']) ? stored['indicators'] : {};
  return {
    drawings: listOf(stored['drawings'])
      .flatMap((value) => readDrawing(value) ?? [])
      .slice(-DRAWINGS_KEPT),
    indicators: Object.fromEntries(
      CHART_TERMINALS.filter((name) => Array.isArray(indicators[name])).map((name) => [
        name,
        readIndicators(indicators[name]),
      ]),
    ),
  };
}

function readIndicators(stored: unknown): readonly ChartIndicator[] {
  const read = listOf(stored).flatMap((value): ChartIndicator[] => {
    if (!isRecord(value)) return [];
    const { id, name, params, isOnCandles } = value;
    if (!isWord(id) || typeof name !== 'string' || !Object.hasOwn(INDICATORS, name)) return [];
    const known = name as ChartIndicator['name'];
    const numbers = listOf(params);
    if (!numbers.every(isParameter) || !fitsKind(known, numbers)) return [];
    return [{ id, name: known, params: numbers, isOnCandles: isOnCandles === true }];
  });
  return [...new Map(read.map((one) => [one.id, one])).values()].slice(0, MOST_INDICATORS);
}

function readDrawing(value: unknown): Drawing | undefined {
  if (!isRecord(value)) return undefined;
  const { id, tool, points, colour, text } = value;
  const read = listOf(points).flatMap(readPoint);
  if (!isWord(id) || !isOneOf(DRAWING_TOOLS, tool) || read.length === 0) return undefined;
  return {
    id,
    tool,
    points: read.slice(0, POINTS_KEPT),
    colour: oneOf(DRAWING_COLOURS, colour, FIRST_TERMINAL.colour),
    ...(typeof text === 'string' ? { text: text.slice(0, LONGEST_TEXT) } : {}),
  };
}

function readPoint(value: unknown): DrawingPoint[] {
  if (!isRecord(value)) return [];
  const { timestamp, value: price } = value;
  const point: DrawingPoint = {
    ...(Number.isFinite(timestamp) ? { timestamp: timestamp as number } : {}),
    ...(Number.isFinite(price) ? { value: price as number } : {}),
  };
  return Object.keys(point).length === 0 ? [] : [point];
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text.length > 2 * LONGEST_KEPT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isOneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.some((name) => name === value);
}

function oneOf<T extends string>(names: readonly T[], value: unknown, otherwise: T): T {
  return isOneOf(names, value) ? value : otherwise;
}
