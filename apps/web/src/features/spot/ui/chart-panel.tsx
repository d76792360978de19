import { useEffect, useState, type ComponentType } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Failure } from '../../../shared/ui/states.tsx';
import type { ChartPanelProps } from './chart-panel-props.ts';
import styles from './chart-panel.module.css';

type View = ComponentType<ChartPanelProps>;

/** Fetched once: a page that comes back shows the chart at once. */
let fetched: View | undefined;

/** The place of the chart, which is fetched after the page. It is as large before. */
export function ChartPanel(props: ChartPanelProps) {
  const t = useTranslate();
  const [View, setView] = useState<View | undefined>(() => fetched);
  const [tries, setTries] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (fetched !== undefined) return undefined;
    let isOver = false;
    setFailed(false);
    import('./price-chart-view.tsx').then(
      ({ PriceChartView }) => {
        fetched = PriceChartView;
        if (!isOver) setView(() => PriceChartView);
      },
      () => !isOver && setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [tries]);
  if (View !== undefined) return <View {...props} />;
  return (
    <section
      className={styles['panel']}
      aria-label={t('chart.title')}
      style={{ gridArea: 'chart' }}
      data-area="chart"
    >
      <div className={styles['waiting']} />
      <div className={styles['stage']}>
        {hasFailed ? (
          <div className={styles['cover']}>
            <Failure message={t('chart.failed')} onRetry={() => setTries(tries + 1)} />
          </div>
        ) : (
          <p className={styles['notice']} role="status">
            {t('state.loading')}
          </p>
        )}
      </div>
    </section>
  );
}
