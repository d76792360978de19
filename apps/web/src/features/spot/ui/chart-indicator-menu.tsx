import { useState } from 'react';
import { changeMarketChart, changeTerminal } from '../../../shared/chart/chart-store.ts';
import {
  INDICATOR_NAMES,
  kindOf,
  MOST_INDICATORS,
  shortNameOf,
  withIndicator,
  type ChartIndicator,
} from '../../../shared/chart/indicators.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ChartIndicatorForm } from './chart-indicator-form.tsx';
import { changeIndicators, type ChartPage } from './chart-page.ts';
import styles from './chart-menu.module.css';

const PLACES = [true, false] as const;

/** The indicators on the chart, and all that there are. */
export function ChartIndicatorMenu({ page }: { readonly page: ChartPage }) {
  const t = useTranslate();
  const [edited, setEdited] = useState<string>();
  const { indicators } = page;
  const one = indicators.find(({ id }) => id === edited);
  if (one !== undefined)
    return (
      <ChartIndicatorForm
        indicator={one}
        onDone={(changed) => {
          if (changed !== undefined)
            changeIndicators(
              page,
              indicators.map((each) => (each.id === changed.id ? changed : each)),
            );
          setEdited(undefined);
        }}
      />
    );
  return (
    <>
      <h3 className={styles['title']}>{t('chartTool.shown')}</h3>
      <Shown page={page} onEdit={setEdited} />
      {PLACES.map((isOnCandles) => (
        <section key={String(isOnCandles)}>
          <h3 className={styles['title']}>
            {t(isOnCandles ? 'chartTool.onCandles' : 'chartTool.inPane')}
          </h3>
          <ul className={styles['list']}>
            {INDICATOR_NAMES.filter((name) => kindOf(name).isOnCandles === isOnCandles).map(
              (name) => (
                <li key={name}>
                  <button
                    type="button"
                    className={styles['choice']}
                    disabled={indicators.length >= MOST_INDICATORS}
                    onClick={() => changeIndicators(page, withIndicator(indicators, name))}
                  >
                    <b>{shortNameOf(name)}</b> <span>{t(`chartTool.indicator.${name}`)}</span>
                  </button>
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

function Shown({
  page,
  onEdit,
}: {
  readonly page: ChartPage;
  readonly onEdit: (id: string) => void;
}) {
  const t = useTranslate();
  const { indicators, terminal, marketKey } = page;
  return (
    <>
      {indicators.length === 0 && <p className={styles['note']}>{t('chartTool.noIndicators')}</p>}
      <ul className={styles['list']}>
        {indicators.map((one) => {
          const name = labelOf(one);
          return (
            <li key={one.id} className={styles['row']}>
              <button
                type="button"
                className={styles['choice']}
                aria-label={t('chart.editIndicator', { name })}
                onClick={() => onEdit(one.id)}
              >
                <b>{name}</b>
              </button>
              <button
                type="button"
                className={styles['star']}
                aria-label={t('chart.removeIndicator', { name })}
                onClick={() =>
                  changeIndicators(
                    page,
                    indicators.filter(({ id }) => id !== one.id),
                  )
                }
              >
                ✕
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        isSmall
        isWide
        onClick={() => {
          changeTerminal(terminal, { indicators });
          changeMarketChart(marketKey, (market) => {
            const { [terminal]: _own, ...others } = market.indicators;
            return { ...market, indicators: others };
          });
        }}
      >
        {t('chartTool.forAllMarkets')}
      </Button>
    </>
  );
}

/** Name and parameters of an indicator, as the legend has them. */
function labelOf({ name, params }: ChartIndicator): string {
  return [shortNameOf(name), ...params].join(' ');
}
