import { useEffect, useState } from 'react';
import type { ChartBar, PriceChart } from '../../../shared/chart/price-chart.ts';
import { dateAndTime, figure, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import styles from './chart-table.module.css';

const BARS = 50;
const REFRESH_MS = 1_000;
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * The newest bars as a table, newest first: the chart for users who do not see it, and for users
 * who want the figures.
 */
export function ChartTable({
  chart,
  market,
}: {
  readonly chart: PriceChart;
  readonly market: Market;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const [bars, setBars] = useState<readonly ChartBar[]>(() => chart.newestBars(BARS));
  useEffect(() => {
    const timer = setInterval(() => setBars(chart.newestBars(BARS)), REFRESH_MS);
    return () => clearInterval(timer);
  }, [chart]);
  const price = (text: string): string => fixed(text, market.priceDecimals, { language });
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('chart.table')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`chart.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map((bar) => (
            <tr key={bar.time}>
              <th scope="row">{dateAndTime(bar.time).slice(0, -3)}</th>
              <td>{price(bar.open)}</td>
              <td>{price(bar.high)}</td>
              <td>{price(bar.low)}</td>
              <td>{price(bar.close)}</td>
              <td>{figure(bar.volume, 'volume', language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
