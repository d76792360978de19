import type { CandleSource } from '@meridian/contract/market/candle-period';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { connection, useConnection } from '../../../realtime/connection.ts';
import type { LegendGroup } from '../../../shared/chart/chart-indicators.ts';
import { indicatorsOf, type ChartTerminal } from '../../../shared/chart/chart-state.ts';
import { useMarketChart, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import {
  PriceChart,
  type ChartMarket,
  type ChartReading,
} from '../../../shared/chart/price-chart.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useLook } from '../../../shared/theme.ts';
import { followChartBar, loadChartBars } from '../chart-bars.ts';
import type { LegendPainter } from './chart-legend.tsx';
import { keepDrawing } from './chart-page.ts';

/** Interval of fetching bars while none come live. */
const FEED_PULSE_MS = 10_000;

interface Shown {
  readonly market: Market;
  readonly terminal: ChartTerminal;
  readonly source: CandleSource;
  readonly compared: Market | undefined;
  /** Whether the chart is in view: nothing is drawn out of view. */
  readonly isSeen: boolean;
  /** Legends that show the figures of the bar under the pointer. */
  readonly legends: readonly RefObject<LegendPainter | null>[];
  readonly onDrawingEnd: () => void;
}

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed';

/** Keeps one chart in `place`, with the shown market and its options. */
export function useChart(shown: Shown) {
  const { market, terminal, source, compared, isSeen } = shown;
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const [state, setState] = useState<ChartState>('loading');
  const [isDrawn, setDrawn] = useState(false);
  const [groups, setGroups] = useState<readonly LegendGroup[]>([]);
  const look = useLook();
  const language = useLanguage();
  const form = useTerminalChart(terminal);
  const { interval } = form;
  const begin = useRef({ ...shown, interval, form, look, language });
  begin.current = { ...shown, interval, form, look, language };
  const shownKey = useRef(market.key);
  const reading = useRef<ChartReading>(undefined);

  useEffect(() => {
    if (place.current === null) return undefined;
    const listeners = {
      onState: setState,
      onReading: (read: ChartReading | undefined) => {
        reading.current = read;
        setDrawn(read !== undefined);
        for (const legend of begin.current.legends) legend.current?.paint(read);
      },
      onLegend: setGroups,
      onDrawing: (id: string, drawing: Parameters<typeof keepDrawing>[2]) =>
        keepDrawing(shownKey.current, id, drawing),
      onDrawingEnd: () => begin.current.onDrawingEnd(),
    };
    const { market: first, ...options } = begin.current;
    shownKey.current = first.key;
    const made = new PriceChart(place.current, chartMarket(first), { ...options, listeners });
    setChart(made);
    const end = connection().onConnect(() => void made.refresh());
    return () => {
      end();
      made.close();
      setChart(undefined);
    };
  }, []);

  useEffect(() => {
    if (chart === undefined || shownKey.current === market.key) return;
    shownKey.current = market.key;
    chart.setMarket(chartMarket(market));
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chart, market.key]);
  useEffect(() => chart?.setInterval(interval), [chart, interval]);
  useEffect(() => chart?.setSource(source), [chart, source]);
  useEffect(() => chart?.setSeen(isSeen), [chart, isSeen]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setLanguage(language), [chart, language]);
  useEffect(() => {
    chart?.setCompared(compared && chartMarket(compared));
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chart, compared?.key]);
  useChartForm(chart, market, terminal);
  usePulse(chart);
  // New rows of the legend show the figures of now.
  useEffect(() => {
    for (const legend of begin.current.legends) legend.current?.paint(reading.current);
  }, [groups, language]);
  return { place, chart, state, isDrawn, groups };
}

/** Asks for newer bars while none come live. */
function usePulse(chart: PriceChart | undefined): void {
  const status = useConnection((connected) => connected.status);
  useEffect(() => {
    if (status === 'live') return undefined;
    const timer = window.setInterval(() => void chart?.refresh(), FEED_PULSE_MS);
    return () => clearInterval(timer);
  }, [chart, status]);
}

/** Gives the chart the visitor's choices: its form, its indicators and the drawings on it. */
function useChartForm(
  chart: PriceChart | undefined,
  { key }: Market,
  terminal: ChartTerminal,
): void {
  const form = useTerminalChart(terminal);
  const own = useMarketChart(key);
  const { drawings } = own;
  const indicators = indicatorsOf(terminal, form, own);
  const { isMagnetic, areDrawingsLocked: areLocked, areDrawingsHidden: areHidden } = form;
  useEffect(() => chart?.setForm(form), [chart, form]);
  useEffect(() => chart?.setIndicators(indicators), [chart, indicators]);
  useEffect(() => chart?.drawings.show(drawings), [chart, drawings, key]);
  useEffect(
    () => chart?.drawings.setState({ isMagnetic, areLocked, areHidden }),
    [chart, isMagnetic, areLocked, areHidden],
  );
}

function chartMarket(market: Market): ChartMarket {
  return {
    symbol: market.symbol,
    priceDecimals: market.priceDecimals,
    loadBars: (range) => loadChartBars(market, range),
    subscribeBar: (of, listener) => followChartBar(market, of, listener),
  };
}
