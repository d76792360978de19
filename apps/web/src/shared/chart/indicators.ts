/** An indicator of the menu and its first settings. Its key is its name in the chart library. */
interface IndicatorKind {
  /** Parameters: mostly lengths in bars. */
  readonly params: readonly number[];
  /** Whether it is drawn over the candles; else it has a pane of its own. */
  readonly isOnCandles: boolean;
  /** Whether each parameter is a line of its own, so that there may be more or fewer. */
  readonly hasLines?: true;
}

const PANE = { isOnCandles: false } as const;
const CANDLES = { isOnCandles: true } as const;

/**
 * All indicators of the chart library, and two moving averages with their crossings, in the order
 * of the menu. The averages begin with the lengths that traders know.
 */
export const INDICATORS = {
  MA: { params: [7, 25, 99], hasLines: true, ...CANDLES },
  EMA: { params: [7, 25, 99], hasLines: true, ...CANDLES },
  SMA: { params: [12, 2], ...CANDLES },
  BOLL: { params: [20, 2], ...CANDLES },
  SAR: { params: [2, 2, 20], ...CANDLES },
  BBI: { params: [3, 6, 12, 24], ...CANDLES },
  AVP: { params: [], ...CANDLES },
  MA_CROSS: { params: [10, 20], ...CANDLES },
  VOL: { params: [], hasLines: true, ...CANDLES },
  MACD: { params: [12, 26, 9], ...PANE },
  RSI: { params: [6, 12, 24], hasLines: true, ...PANE },
  KDJ: { params: [9, 3, 3], ...PANE },
  OBV: { params: [30], ...PANE },
  DMI: { params: [14, 6], ...PANE },
  CCI: { params: [20], ...PANE },
  WR: { params: [6, 10, 14], hasLines: true, ...PANE },
  BIAS: { params: [6, 12, 24], hasLines: true, ...PANE },
  ROC: { params: [12, 6], ...PANE },
  MTM: { params: [12, 6], ...PANE },
  TRIX: { params: [12, 9], ...PANE },
  DMA: { params: [10, 50, 10], ...PANE },
  AO: { params: [5, 34], ...PANE },
  EMV: { params: [14, 9], ...PANE },
  PVT: { params: [], ...PANE },
  PSY: { params: [12, 6], ...PANE },
  VR: { params: [26, 6], ...PANE },
  BRAR: { params: [26], ...PANE },
  CR: { params: [26, 10, 20, 40, 60], ...PANE },
} as const satisfies Readonly<Record<string, IndicatorKind>>;
export type IndicatorName = keyof typeof INDICATORS;
export const INDICATOR_NAMES = Object.keys(INDICATORS) as readonly IndicatorName[];

/** An indicator on a chart. */
export interface ChartIndicator {
  readonly id: string;
  readonly name: IndicatorName;
  /** Whole numbers from 1 to `MOST_BARS`. */
  readonly params: readonly number[];
  readonly isOnCandles: boolean;
}

export const MOST_BARS = 500;
export const MOST_LINES = 6;
/** More would leave no room for the candles. */
export const MOST_INDICATORS = 12;

/** Shown before somebody chooses: the averages of the specification, and the volume. */
export const FIRST_INDICATORS: readonly ChartIndicator[] = [
  { id: 'ma', name: 'MA', params: [15], isOnCandles: true },
  { id: 'cross', name: 'MA_CROSS', params: [10, 20], isOnCandles: true },
  { id: 'vol', name: 'VOL', params: [], isOnCandles: true },
];

/** The name that traders know. */
export function shortNameOf(name: IndicatorName): string {
  return name === 'MA_CROSS' ? 'MA Cross' : name;
}

export function kindOf(name: IndicatorName): IndicatorKind {
  return INDICATORS[name];
}

/** The list with one more of that kind at its end. */
export function withIndicator(
  list: readonly ChartIndicator[],
  name: IndicatorName,
): readonly ChartIndicator[] {
  if (list.length >= MOST_INDICATORS) return list;
  let number = 1;
  while (list.some(({ id }) => id === `${name}-${number}`)) number++;
  const { params, isOnCandles } = kindOf(name);
  return [...list, { id: `${name}-${number}`, name, params, isOnCandles }];
}

export function isParameter(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_BARS;
}

/** Whether an indicator can be calculated with that many parameters. */
export function fitsKind(name: IndicatorName, params: readonly number[]): boolean {
  const { params: first, hasLines } = kindOf(name);
  return hasLines === true
    ? params.length <= MOST_LINES && (params.length > 0 || first.length === 0)
    : params.length === first.length;
}
