import type { ComponentType } from 'react';
import type { CandleSource } from '@meridian/contract/market/candle-period';
import type { LiveDepth } from '../../../realtime/depth.ts';
import type { ChartTerminal } from '../../../shared/chart/chart-state.ts';
import type { OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import type { Market } from '../../../shared/market/market.ts';

type MarketDialog = ComponentType<{
  readonly market: Market;
  readonly onClose: () => void;
}>;

export interface ChartPanelProps {
  readonly market: Market;
  /** The page that it stands on: each has its own interval, look and indicators. */
  readonly terminal?: ChartTerminal;
  /** What it shows before somebody chooses. */
  readonly firstSource?: CandleSource;
  /** Own orders, positions and fills. The spot page's chart finds its own. */
  readonly own?: OwnOnChart | undefined;
  /** Fetches the dialog of price alerts, which a button of the tools opens. */
  readonly alert?: (() => Promise<{ readonly AlertDialog: MarketDialog }>) | undefined;
  /** The page's book, for the depth chart; without it the chart opens one of its own. */
  readonly depth?: LiveDepth | undefined;
}
