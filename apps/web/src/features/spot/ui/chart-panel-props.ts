import type { ComponentType } from 'react';
import type { CandleSource } from '@meridian/contract/market/candle-period';
import type { LiveDepth } from '../../../realtime/depth.ts';
import type { ChartTerminal } from '../../../shared/chart/chart-state.ts';
import type { OwnMark, OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import type { Market } from '../../../shared/market/market.ts';

type MarketDialog = ComponentType<{
  readonly market: Market;
  readonly onClose: () => void;
  /** Element in which the dialog opens; the page's body without one. */
  readonly container?: HTMLElement | null;
}>;

/** Price alerts of the chart's market. */
interface ChartAlert {
  /** Fetches the dialog, which a button of the tools opens. */
  readonly fetchDialog: () => Promise<{ readonly AlertDialog: MarketDialog }>;
  /** Shows nothing itself: tells the chart the prices of alerts that wait. */
  readonly Marks: ComponentType<{
    readonly market: Market;
    readonly onMarks: (marks: readonly OwnMark[]) => void;
  }>;
}

export interface ChartPanelProps {
  readonly market: Market;
  /** The page that it stands on: each has its own interval, look and indicators. */
  readonly terminal?: ChartTerminal;
  /** Source of the candles before a person chooses one. */
  readonly firstSource?: CandleSource;
  /** Own orders, positions and fills. The spot page's chart finds its own. */
  readonly own?: OwnOnChart | undefined;
  readonly alert?: ChartAlert | undefined;
  /** The page's book, for the depth chart; without it the chart opens one of its own. */
  readonly depth?: LiveDepth | undefined;
}
