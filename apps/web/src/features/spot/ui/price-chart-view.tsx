import type { CandleSource } from '@meridian/contract/market/candle-period';
import { Suspense, useRef, useState, type RefObject } from 'react';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { tickerNow, useTicker } from '../../../realtime/tickers.ts';
import { indicatorsOf, type ChartTerminal } from '../../../shared/chart/chart-state.ts';
import { useMarketChart, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import type { NewDrawing } from '../../../shared/chart/chart-drawings.ts';
import type { LegendGroup } from '../../../shared/chart/chart-indicators.ts';
import type { Interval } from '../../../shared/chart/interval.ts';
import type { OwnMark, OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { Toaster } from '../../../shared/ui/toaster.tsx';
import { useInSight } from '../../../shared/ui/use-in-sight.ts';
import { ChartLegend, PaneLegend, type LegendPainter } from './chart-legend.tsx';
import { DrawingHint } from './chart-drawing-hint.tsx';
import { changeIndicators, type ChartPage } from './chart-page.ts';
import type { ChartPanelProps } from './chart-panel-props.ts';
import { ChartToolbar, type ChartView } from './chart-toolbar.tsx';
import {
  ChartMoves,
  DepthView,
  EditIndicator,
  OwnLayer,
  SpotOwn,
  TableView,
} from './chart-tools.ts';
import { LiveBlock } from './live-block.tsx';
import { savePicture } from './save-picture.ts';
import { useChart } from './use-chart.ts';
import { useFullscreen } from './use-fullscreen.ts';
import styles from './chart-panel.module.css';

const SOURCES = ['trade', 'index'] as const satisfies readonly CandleSource[];

/**
 * The chart with its tools. It is fetched after the page, with the library that draws it; each tool
 * when it is used.
 */
export function PriceChartView(props: ChartPanelProps) {
  const { market, terminal = 'spot', firstSource = 'trade', depth } = props;
  const t = useTranslate();
  const [source, setSource] = useState<CandleSource>(firstSource);
  const [view, setView] = useState<ChartView>('chart');
  const [isTable, setTable] = useState(false);
  const legend = useRef<LegendPainter>(null);
  const paneLegend = useRef<LegendPainter>(null);
  const section = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullscreen(section);
  const isSeen = useInSight(section);
  const container = isFull ? section.current : null;
  const { page, drawing, endDrawing } = usePage(market, terminal, () => chart);
  const { place, chart, state, isDrawn, groups } = useChart({
    market,
    terminal,
    source,
    compared: page.compared,
    isSeen,
    legends: [legend, paneLegend],
    onDrawingEnd: endDrawing,
  });
  const { interval } = useTerminalChart(terminal);
  const title = `${market.symbol} · ${t(`chart.interval.${interval}`)} · ${t(`chart.source.${source}`)}`;
  return (
    <section
      className={styles['panel']}
      aria-label={t('chart.title')}
      style={{ gridArea: 'chart' }}
      data-area="chart"
      data-full={isFull || undefined}
      ref={section}
    >
      <ChartToolbar
        {...{ page, market, chart, view, isTable, isFull, container }}
        alert={props.alert}
        onView={setView}
        onTable={() => setTable(!isTable)}
        onFull={toggle}
        onPicture={() => void savePicture(chart, title, market.symbol)}
      />
      <div className={styles['head']}>
        <ChartLegend ref={legend} market={market} />
        <Segments
          label={t('chart.source')}
          value={source}
          onChange={setSource}
          options={SOURCES.map((name) => ({ name, label: t(`chart.source.${name}`) }))}
        />
      </div>
      <div className={styles['stage']}>
        <LiveBlock>
          <Picture place={place} market={market} interval={interval} />
        </LiveBlock>
        <Indicators {...{ page, groups, container }} legend={paneLegend} />
        <OwnThings {...{ chart, market, terminal }} own={props.own} alert={props.alert} />
        {drawing !== undefined && chart !== undefined && <DrawingHint chart={chart} />}
        <Suspense fallback={null}>
          {drawing === undefined && view === 'chart' && !isTable && (
            <ChartMoves chart={chart} isDisabled={false} place="over" />
          )}
        </Suspense>
        <Covers {...{ market, chart, view, isTable, state, isDrawn, depth }} />
      </div>
      {/* A section that fills the screen hides the toasts outside of it. */}
      {isFull && <Toaster />}
    </section>
  );
}

/** The indicators over their panes, and the form of the one that is changed. */
function Indicators({
  page,
  groups,
  container,
  legend,
}: {
  readonly page: ChartPage;
  readonly groups: readonly LegendGroup[];
  readonly container: HTMLElement | null;
  readonly legend: RefObject<LegendPainter | null>;
}) {
  const [edited, setEdited] = useState<string>();
  return (
    <>
      <PaneLegend
        ref={legend}
        groups={groups}
        compared={page.compared?.symbol}
        onEdit={setEdited}
        onRemove={(id) =>
          changeIndicators(
            page,
            page.indicators.filter((one) => one.id !== id),
          )
        }
        onStopCompare={() => page.onCompare(undefined)}
      />
      <Suspense fallback={null}>
        {edited !== undefined && (
          <EditIndicator
            page={page}
            id={edited}
            container={container}
            onDone={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface OwnThingsProps extends Pick<ChartPanelProps, 'market' | 'own' | 'alert'> {
  readonly chart: PriceChart | undefined;
  readonly terminal: ChartTerminal;
}

const NOTHING: OwnOnChart = { marks: [], fills: [] };

/** Own orders, positions, fills and alerts over the candles, where somebody is logged in. */
function OwnThings({ chart, market, terminal, own, alert }: OwnThingsProps) {
  const [spotOwn, setSpotOwn] = useState<OwnOnChart>();
  const [alerts, setAlerts] = useState<readonly OwnMark[]>([]);
  const isLoggedIn = useSession((session) => session.token !== undefined);
  if (!isLoggedIn) return null;
  const known = own ?? spotOwn;
  const shown =
    alerts.length === 0
      ? known
      : { ...(known ?? NOTHING), marks: [...(known ?? NOTHING).marks, ...alerts] };
  return (
    <PanelBoundary>
      <Suspense fallback={null}>
        {terminal === 'spot' && <SpotOwn key={market.key} market={market} onOwn={setSpotOwn} />}
        {alert !== undefined && (
          <alert.Marks key={`alerts:${market.key}`} market={market} onMarks={setAlerts} />
        )}
        {chart !== undefined && shown !== undefined && (
          <OwnLayer key={market.key} {...{ chart, market, terminal }} own={shown} />
        )}
      </Suspense>
    </PanelBoundary>
  );
}

/** The state that the tools work on, as it is kept for this market and this terminal. */
function usePage(
  market: Market,
  terminal: ChartTerminal,
  chart: () => { readonly drawings: { begin(id: string, drawing: NewDrawing): void } } | undefined,
) {
  const [compared, setCompared] = useState<Market>();
  const [drawing, setDrawing] = useState<NewDrawing>();
  const form = useTerminalChart(terminal);
  const own = useMarketChart(market.key);
  const page: ChartPage = {
    terminal,
    marketKey: market.key,
    indicators: indicatorsOf(terminal, form, own),
    drawings: own.drawings,
    compared: compared?.key === market.key ? undefined : compared,
    onCompare: setCompared,
    onDraw: (next) => {
      chart()?.drawings.begin(`drawing-${Date.now().toString(36)}`, next);
      setDrawing(next);
    },
  };
  return { page, drawing, endDrawing: () => setDrawing(undefined) };
}

interface CoversProps {
  readonly market: Market;
  readonly chart: PriceChart | undefined;
  readonly view: ChartView;
  readonly isTable: boolean;
  readonly state: ReturnType<typeof useChart>['state'];
  readonly isDrawn: boolean;
  readonly depth: LiveDepth | undefined;
}

/** The covers over the drawing: its state, the depth chart, the table. */
function Covers({ market, chart, view, isTable, state, isDrawn, depth }: CoversProps) {
  const t = useTranslate();
  return (
    <>
      {state === 'loading' && !isDrawn && (
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
      <Suspense fallback={null}>
        {view === 'depth' && (
          <div className={styles['cover']}>
            <DepthView key={market.key} market={market} depth={depth} />
          </div>
        )}
        {isTable && chart !== undefined && (
          <div className={styles['cover']}>
            <TableView chart={chart} market={market} />
          </div>
        )}
      </Suspense>
    </>
  );
}

/** The drawing, with a sentence of its content for screen readers. */
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
