import { Suspense, useEffect, useRef, useState } from 'react';
import { changeTerminal, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import { INTERVALS } from '../../../shared/chart/interval.ts';
import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import type { ChartPanelProps } from './chart-panel-props.ts';
import type { ChartPage } from './chart-page.ts';
import { ChartIcon } from './chart-icons.tsx';
import { ChartTool } from './chart-tool.tsx';
import {
  ChartMoves,
  CompareMenu,
  DrawMenu,
  IndicatorMenu,
  IntervalMenu,
  SettingsMenu,
} from './chart-tools.ts';
import styles from './chart-toolbar.module.css';

type AlertDialog = Awaited<
  ReturnType<NonNullable<ChartPanelProps['alert']>['fetchDialog']>
>['AlertDialog'];

const VIEWS = ['chart', 'depth'] as const;
export type ChartView = (typeof VIEWS)[number];

interface ChartToolbarProps {
  readonly page: ChartPage;
  readonly market: Market;
  readonly chart: PriceChart | undefined;
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly isFull: boolean;
  /** Missing where the browser has no full screen. */
  readonly onFull: (() => void) | undefined;
  readonly onPicture: () => void;
  readonly alert: ChartPanelProps['alert'];
  /** Element in which menus and dialogs open. */
  readonly container: HTMLElement | null;
}

/** All tools of a chart, in one line that scrolls where it is narrow. */
export function ChartToolbar(props: ChartToolbarProps) {
  const t = useTranslate();
  const { page, view, isTable, onView, onTable, isFull, onFull, onPicture } = props;
  const isDrawn = view === 'chart' && !isTable;
  return (
    <div className={styles['bar']} role="group" aria-label={t('chart.tools')}>
      <div className={styles['near']}>
        <Intervals {...props} />
        {isDrawn && <Tools {...props} />}
        <Alert {...props} />
        <Suspense fallback={null}>
          <ChartMoves chart={props.chart} isDisabled={!isDrawn} place="bar" />
        </Suspense>
      </div>
      <div className={styles['far']}>
        <Segments
          label={t('chart.view')}
          value={view}
          onChange={onView}
          options={VIEWS.map((name) => ({ name, label: t(`chart.view.${name}`) }))}
        />
        <Plain label={t('chart.table')} icon="table" isPressed={isTable} onPress={onTable} />
        <ChartTool label={t('chart.settings')} icon="settings" container={props.container}>
          {() => <SettingsMenu terminal={page.terminal} />}
        </ChartTool>
        <Plain
          label={t('chart.picture')}
          icon="picture"
          isDisabled={!isDrawn}
          onPress={onPicture}
        />
        {onFull !== undefined && (
          <Plain
            label={t(isFull ? 'chart.leaveFullscreen' : 'chart.fullscreen')}
            icon={isFull ? 'leave' : 'fullscreen'}
            onPress={onFull}
          />
        )}
      </div>
    </div>
  );
}

/**
 * The favourite intervals side by side, and a menu of all. A chosen one that is no favourite stands
 * beside them.
 */
function Intervals({ page, container }: ChartToolbarProps) {
  const t = useTranslate();
  const { interval, favourites } = useTerminalChart(page.terminal);
  const shown = INTERVALS.filter((name) => name === interval || favourites.includes(name));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = place.current?.querySelector('[role=group]');
    const chosen = list?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (list === null || list === undefined || chosen === null || chosen === undefined) return;
    // By hand: `scrollIntoView` would scroll the page too.
    list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }, [interval]);
  return (
    <div className={styles['intervals']} ref={place}>
      <Segments
        label={t('chart.intervals')}
        value={interval}
        onChange={(name) => changeTerminal(page.terminal, { interval: name })}
        options={shown.map((name) => ({ name, label: t(`chart.interval.${name}`) }))}
      />
      <ChartTool label={t('chart.more')} icon="chevron" container={container}>
        {(close) => <IntervalMenu terminal={page.terminal} onDone={close} />}
      </ChartTool>
    </div>
  );
}

function Tools({ page, market, container }: ChartToolbarProps) {
  const t = useTranslate();
  return (
    <>
      <ChartTool label={t('chart.indicators')} icon="indicators" container={container}>
        {() => <IndicatorMenu page={page} />}
      </ChartTool>
      <ChartTool label={t('chart.draw')} icon="draw" container={container}>
        {(close) => <DrawMenu page={page} onDone={() => close(true)} />}
      </ChartTool>
      <ChartTool label={t('chart.compare')} icon="compare" container={container}>
        {(close) => <CompareMenu page={page} market={market} onDone={close} />}
      </ChartTool>
    </>
  );
}

function Alert({ alert, market, container }: ChartToolbarProps) {
  const t = useTranslate();
  const [Dialog, setDialog] = useState<AlertDialog>();
  if (alert === undefined) return null;
  return (
    <>
      <Plain
        label={t('chart.alert')}
        icon="alert"
        onPress={() =>
          void alert.fetchDialog().then((fetched) => setDialog(() => fetched.AlertDialog))
        }
      />
      {Dialog && (
        <Dialog market={market} onClose={() => setDialog(undefined)} container={container} />
      )}
    </>
  );
}

function Plain({
  label,
  icon,
  isPressed,
  isDisabled = false,
  onPress,
}: {
  readonly label: string;
  readonly icon: 'alert' | 'table' | 'picture' | 'fullscreen' | 'leave';
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      <ChartIcon name={icon} />
    </button>
  );
}
