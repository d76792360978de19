import type { CandleSource } from '@meridian/contract/candle-period';
import { useEffect, useRef, useState } from 'react';
import { connection, useConnection } from '../../../realtime/connection.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { DEFAULT_INTERVAL, INTERVALS, type Interval } from '../../../shared/chart/interval.ts';
import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { figure, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { translate, useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useLook } from '../../../shared/theme.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { loadBars, subscribeBar } from '../api.ts';
import styles from './chart-panel.module.css';

/** While nothing comes live, bars are asked for this often. */
const FEED_PULSE_MS = 10_000;
const SOURCES = ['trade', 'index'] as const satisfies readonly CandleSource[];

type ChartState = 'loading' | 'ready' | 'failed';

/** The chart with its intervals. The library that draws it arrives in a chunk of its own, after the page. */
export function ChartPanel({ market }: { readonly market: Market }) {
  const t = useTranslate();
  const language = useLanguage();
  const ticker = useTicker(market.key);
  const [interval, setInterval] = useState<Interval>(DEFAULT_INTERVAL);
  const [source, setSource] = useState<CandleSource>('trade');
  const { place, chart, state } = useChart({ market, interval, source, language });
  const summary = t('chart.summary', { pair: market.symbol, interval: t(`chart.interval.${interval}`), price: figure(ticker?.price, 'price', language), change: percent(ticker?.change, language) });
  return (
    <section className={styles['panel']} aria-label={t('chart.title')} style={{ gridArea: 'chart' }} data-area="chart">
      <div className={styles['toolbar']}>
        <Segments label={t('chart.intervals')} value={interval} onChange={setInterval} options={INTERVALS.map((name) => ({ name, label: t(`chart.interval.${name}`) }))} />
        <div className={styles['tools']}>
          <Segments label={t('chart.source')} value={source} onChange={setSource} options={SOURCES.map((name) => ({ name, label: t(`chart.source.${name}`) }))} />
          <button type="button" aria-label={t('chart.zoomOut')} onClick={() => chart?.zoom('out')}>
            −
          </button>
          <button type="button" aria-label={t('chart.zoomIn')} onClick={() => chart?.zoom('in')}>
            +
          </button>
          <button type="button" aria-label={t('chart.latest')} onClick={() => chart?.showLatest()}>
            ⇥
          </button>
        </div>
      </div>
      <div className={styles['stage']}>
        <div ref={place} className={styles['chart']} role="img" aria-label={summary} />
        {state === 'loading' && <p className={styles['cover']}>{t('state.loading')}</p>}
        {state === 'failed' && (
          <div className={styles['cover']}>
            <Failure message={t('chart.failed')} onRetry={() => chart?.reload()} />
          </div>
        )}
      </div>
    </section>
  );
}

interface Shown {
  readonly market: Market;
  readonly interval: Interval;
  readonly source: CandleSource;
  readonly language: string;
}

/** Keeps one chart in `place`, showing what is asked for. A new one is made for another market or language. */
function useChart({ market, interval, source, language }: Shown) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const [state, setState] = useState<ChartState>('loading');
  const look = useLook();
  const status = useConnection((connected) => connected.status);
  const begin = useRef({ interval, source, look });
  begin.current = { interval, source, look };

  useEffect(() => {
    let isOver = false;
    let made: PriceChart | undefined;
    setState('loading');
    const open = async (): Promise<void> => {
      const { PriceChart: Chart } = await import('../../../shared/chart/price-chart.ts');
      if (isOver || place.current === null) return;
      const sources = { loadBars: (range: Parameters<typeof loadBars>[1]) => loadBars(market, range), subscribeBar: (of: Parameters<typeof subscribeBar>[1], listener: Parameters<typeof subscribeBar>[2]) => subscribeBar(market, of, listener), onState: setState };
      made = new Chart(place.current, sources, { symbol: market.symbol, priceDecimals: market.priceDecimals, legend: legend(), ...begin.current });
      setChart(made);
    };
    open().catch(() => !isOver && setState('failed'));
    const end = connection().onConnect(() => made?.reload());
    return () => {
      isOver = true;
      end();
      made?.close();
      setChart(undefined);
    };
    // Markets of one key are equal; the language is that of the legend.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [market.key, language]);

  useEffect(() => chart?.setInterval(interval), [chart, interval]);
  useEffect(() => chart?.setSource(source), [chart, source]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => {
    if (status === 'live') return undefined;
    const timer = window.setInterval(() => chart?.reload(), FEED_PULSE_MS);
    return () => clearInterval(timer);
  }, [chart, status]);
  return { place, chart, state };
}

function legend() {
  return [
    { title: translate('chart.open'), value: '{open}' },
    { title: translate('chart.high'), value: '{high}' },
    { title: translate('chart.low'), value: '{low}' },
    { title: translate('chart.close'), value: '{close}' },
  ];
}
