import { createOwnStore } from '../own-store.ts';
import { readStored, writeStored } from '../stored.ts';
import {
  EMPTY_MARKET,
  firstTerminal,
  readMarkets,
  readTerminals,
  withMarket,
  writtenMarkets,
  type ChartTerminal,
  type MarketChart,
  type MarketCharts,
  type TerminalChart,
  type TerminalCharts,
} from './chart-state.ts';

interface Charts {
  readonly terminals: TerminalCharts;
  readonly markets: MarketCharts;
}

/** How the charts look, and their drawings. Kept in the browser. */
const useCharts = createOwnStore<Charts>(stored);

function stored(): Charts {
  return {
    terminals: readTerminals(readStored('chartTerminals')),
    markets: readMarkets(readStored('chartMarkets')),
  };
}

export function useTerminalChart(terminal: ChartTerminal): TerminalChart {
  return useCharts(({ terminals }) => terminals[terminal]) ?? firstTerminal(terminal);
}

/** @param key of the market */
export function useMarketChart(key: string): MarketChart {
  return useCharts(({ markets }) => markets.find(([name]) => name === key)?.[1]) ?? EMPTY_MARKET;
}

export function changeTerminal(terminal: ChartTerminal, change: Partial<TerminalChart>): void {
  const kept = readTerminals(readStored('chartTerminals'));
  const before =
    useCharts.getState().terminals[terminal] ?? kept[terminal] ?? firstTerminal(terminal);
  const terminals = { ...kept, [terminal]: { ...before, ...change } };
  useCharts.setState({ terminals });
  writeStored('chartTerminals', JSON.stringify(terminals));
}

/** Another tab may have drawn on other markets meanwhile: their stored drawings stay. */
export function changeMarketChart(key: string, change: (market: MarketChart) => MarketChart): void {
  const own = useCharts.getState().markets.find(([name]) => name === key);
  const others = readMarkets(readStored('chartMarkets')).filter(([name]) => name !== key);
  const markets = withMarket(own === undefined ? others : [...others, own], key, change);
  useCharts.setState({ markets });
  writeStored('chartMarkets', writtenMarkets(markets));
}
