import type { MarketChart, ChartTerminal } from '../../../shared/chart/chart-state.ts';
import { changeMarketChart } from '../../../shared/chart/chart-store.ts';
import type { Drawing } from '../../../shared/chart/drawings.ts';
import type { NewDrawing } from '../../../shared/chart/chart-drawings.ts';
import type { ChartIndicator } from '../../../shared/chart/indicators.ts';
import type { Market } from '../../../shared/market/market.ts';

/** The state of one chart that its tools read, and the functions by which they change it. */
export interface ChartPage {
  readonly terminal: ChartTerminal;
  readonly marketKey: string;
  readonly indicators: readonly ChartIndicator[];
  readonly drawings: readonly Drawing[];
  /** Begins a drawing: its points are set on the chart. */
  readonly onDraw: (drawing: NewDrawing) => void;
  readonly compared: Market | undefined;
  readonly onCompare: (market: Market | undefined) => void;
}

/** Puts these indicators on the chart of this market, in this terminal. */
export function changeIndicators(
  { terminal, marketKey }: ChartPage,
  indicators: readonly ChartIndicator[],
): void {
  changeMarketChart(marketKey, (market) => ({
    ...market,
    indicators: { ...market.indicators, [terminal]: indicators },
  }));
}

export function changeDrawings(
  key: string,
  change: (drawings: readonly Drawing[]) => readonly Drawing[],
): void {
  changeMarketChart(key, (market: MarketChart) => ({
    ...market,
    drawings: change(market.drawings),
  }));
}

/** Keeps a drawing that is new or was moved, or forgets one that is gone. */
export function keepDrawing(key: string, id: string, drawing: Drawing | undefined): void {
  changeDrawings(key, (drawings) => {
    if (drawing === undefined) return drawings.filter((one) => one.id !== id);
    return drawings.some((one) => one.id === id)
      ? drawings.map((one) => (one.id === id ? drawing : one))
      : [...drawings, drawing];
  });
}
