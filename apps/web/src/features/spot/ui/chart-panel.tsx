import type { CandleSource } from '@meridian/contract/market/candle-period';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { connection, useConnection } from '../../../realtime/connection.ts';
import { tickerNow, useTicker } from '../../../realtime/tickers.ts';
import { DEFAULT_INTERVAL, FIRST_FAVOURITES, type Interval } from '../../../shared/chart/interval.ts';
import type {
  ChartLine,
  ChartMarket,
  ChartReading,
  PriceChart,
} from '../../../shared/chart/price-chart.ts';
import { percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useLook } from '../../../shared/theme.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { loadBars, subscribeBar } from '../api.ts';
import { ChartLegend, type LegendPainter } from './chart-legend.tsx';
import { LiveBlock } from './live-block.tsx';
import styles from './chart-panel.module.css';
import { ChartTable } from './chart-table.tsx';

/** While nothing comes live, bars are asked for this often. */
const FEED_PULSE_MS = 10_000;
/** The notice of loading stays for a moment after the bars are there. */
const NOTICE_AFTER_MS = 2_000;
const SOURCES = ['trade', 'index'] as const satisfies readonly CandleSource[];

const NO_LINES: readonly ChartLine[] = [];

interface ChartPanelProps {
  readonly market: Market;
  /** What it shows before somebody chooses. */
  readonly firstSource?: CandleSource;
  /** Prices that are marked. */
  readonly lines?: readonly ChartLine[];
}

/**
 * The chart with its intervals. The library that draws it arrives in a chunk of its own, after the
 * page.
 */
export function ChartPanel({ market, firstSource = 'trade', lines = NO_LINES }: ChartPanelProps) {
  const t = useTranslate();
  const [interval, setInterval] = useState<Interval>(DEFAULT_INTERVAL);
  const [source, setSource] = useState<CandleSource>(firstSource);
  const [isTable, setTable] = useState(false);
  const legend = useRef<LegendPainter>(null);
  const { place, chart, state } = useChart({ market, interval, source, legend, lines });
  return (
    <section
      className={styles['panel']}
      aria-label={t('chart.title')}
      style={{ gridArea: 'chart' }}
      data-area="chart"
    >
      <div className={styles['head']}>
        <div className={styles['intervals']}>
          <Segments
            label={t('chart.intervals')}
            value={interval}
            onChange={setInterval}
            options={FIRST_FAVOURITES.map((name) => ({ name, label: t(`chart.interval.${name}`) }))}
          />
        </div>
        <div className={styles['buttons']}>
          <ChartButtons chart={chart} isTable={isTable} onTable={() => setTable(!isTable)} />
        </div>
        <ChartLegend ref={legend} market={market} />
        <div className={styles['source']}>
          <Segments
            label={t('chart.source')}
            value={source}
            onChange={setSource}
            options={SOURCES.map((name) => ({ name, label: t(`chart.source.${name}`) }))}
          />
        </div>
      </div>
      <div className={styles['stage']}>
        <LiveBlock>
          <Picture place={place} market={market} interval={interval} />
        </LiveBlock>
        {(state === 'loading' || state === 'arrived') && (
          <p className={styles['notice']} role="status">
            {t('state.loading')}
          </p>
        )}
        {state === 'failed' && (
          <div className={styles['cover']}>
            <Failure message={t('chart.failed')} onRetry={() => chart?.reload()} />
          </div>
        )}
        {state === 'empty' && (
          <div className={styles['cover']}>
            <Empty>{t('trades.empty')}</Empty>
          </div>
        )}
        {isTable && chart !== undefined && (
          <div className={styles['cover']}>
            <ChartTable chart={chart} market={market} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The drawing, with what it shows as a sentence for those who do not see it. */
function Picture({
  place,
  market,
  interval,
}: {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly market: Market;
  readonly interval: Interval;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const ticker = useTicker(market.key) ?? tickerNow(market.key);
  const summary = t('chart.summary', {
    pair: market.symbol,
    interval: t(`chart.interval.${interval}`),
    price: marketFigure(market, 'price', ticker?.price, language),
    change: percent(ticker?.change, language),
  });
  return <div ref={place} className={styles['chart']} role="img" aria-label={summary} />;
}

interface ChartButtonsProps {
  readonly chart: PriceChart | undefined;
  readonly isTable: boolean;
  readonly onTable: () => void;
}

function ChartButtons({ chart, isTable, onTable }: ChartButtonsProps) {
  const t = useTranslate();
  return (
    <>
      <button
        type="button"
        aria-label={t('chart.back')}
        title={t('chart.back')}
        disabled={isTable}
        onClick={() => chart?.scroll('back')}
      >
        ‹
      </button>
      <button
        type="button"
        aria-label={t('chart.forward')}
        title={t('chart.forward')}
        disabled={isTable}
        onClick={() => chart?.scroll('forward')}
      >
        ›
      </button>
      <button
        type="button"
        aria-label={t('chart.latest')}
        title={t('chart.latest')}
        disabled={isTable}
        onClick={() => chart?.showLatest()}
      >
        ⇥
      </button>
      <button
        type="button"
        aria-label={t('chart.zoomOut')}
        title={t('chart.zoomOut')}
        disabled={isTable}
        onClick={() => chart?.zoom('out')}
      >
        −
      </button>
      <button
        type="button"
        aria-label={t('chart.zoomIn')}
        title={t('chart.zoomIn')}
        disabled={isTable}
        onClick={() => chart?.zoom('in')}
      >
        +
      </button>
      <button
        type="button"
        aria-label={t('chart.table')}
        title={t('chart.table')}
        aria-pressed={isTable}
        onClick={onTable}
      >
        ☰
      </button>
    </>
  );
}

interface Shown {
  readonly market: Market;
  readonly interval: Interval;
  readonly source: CandleSource;
  readonly legend: RefObject<LegendPainter | null>;
  readonly lines: readonly ChartLine[];
}

type ChartState = 'loading' | 'arrived' | 'ready' | 'empty' | 'failed';

/** Keeps one chart in `place`, showing what is asked for. */
function useChart({ market, interval, source, legend, lines }: Shown) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const [state, setState] = useState<ChartState>('loading');
  const look = useLook();
  const language = useLanguage();
  const status = useConnection((connected) => connected.status);
  const begin = useRef({ market, interval, source, look, language });
  begin.current = { market, interval, source, look, language };
  const shownKey = useRef(market.key);

  useEffect(() => {
    let isOver = false;
    let made: PriceChart | undefined;
    const listeners = {
      onState: (next: Exclude<ChartState, 'arrived'>) =>
        setState(next === 'ready' ? 'arrived' : next),
      onReading: (reading: ChartReading | undefined) => legend.current?.paint(reading),
    };
    const open = async (): Promise<void> => {
      const { PriceChart: Chart } = await import('../../../shared/chart/price-chart.ts');
      if (isOver || place.current === null) return;
      const { market: first, ...options } = begin.current;
      shownKey.current = first.key;
      made = new Chart(place.current, chartMarket(first), { ...options, listeners });
      setChart(made);
    };
    open().catch(() => !isOver && setState('failed'));
    const end = connection().onConnect(() => void made?.refresh());
    return () => {
      isOver = true;
      end();
      made?.close();
      setChart(undefined);
    };
  }, [legend]);

  useEffect(() => {
    if (chart === undefined || shownKey.current === market.key) return;
    shownKey.current = market.key;
    chart.setMarket(chartMarket(market));
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chart, market.key]);
  useEffect(() => chart?.setInterval(interval), [chart, interval]);
  useEffect(() => chart?.setSource(source), [chart, source]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setLines(lines), [chart, lines]);
  useEffect(() => chart?.setLanguage(language), [chart, language]);
  useEffect(() => {
    if (status === 'live') return undefined;
    const timer = window.setInterval(() => void chart?.refresh(), FEED_PULSE_MS);
    return () => clearInterval(timer);
  }, [chart, status]);
  useEffect(() => {
    if (state !== 'arrived') return undefined;
    const timer = setTimeout(() => setState('ready'), NOTICE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return { place, chart, state };
}

function chartMarket(market: Market): ChartMarket {
  return {
    symbol: market.symbol,
    priceDecimals: market.priceDecimals,
    loadBars: (range) => loadBars(market, range),
    subscribeBar: (of, listener) => subscribeBar(market, of, listener),
  };
}
