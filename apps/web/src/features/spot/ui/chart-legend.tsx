import { useImperativeHandle, useRef, type Ref } from 'react';
import { AVERAGES } from '../../../shared/chart/averages.ts';
import type { ChartReading } from '../../../shared/chart/price-chart.ts';
import { fixed, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import styles from './chart-legend.module.css';

export interface LegendPainter {
  /** Writes a bar and its averages into the legend, without React. */
  readonly paint: (reading: ChartReading | undefined) => void;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The figures of one bar, in a line of their own above the chart. */
export function ChartLegend({
  market,
  ref,
}: {
  readonly market: Market;
  readonly ref: Ref<LegendPainter>;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  const { priceDecimals } = market;
  useImperativeHandle(ref, () => {
    const averageText = new Intl.NumberFormat(language, {
      minimumFractionDigits: priceDecimals,
      maximumFractionDigits: priceDecimals,
    });
    const write = (name: string, text: string): void => {
      const cell = line.current?.querySelector(`[data-name='${name}']`);
      if (cell !== null && cell !== undefined && cell.textContent !== text) cell.textContent = text;
    };
    return {
      paint: (reading) => {
        for (const name of PRICES)
          write(name, fixed(reading?.bar[name], priceDecimals, { language }));
        for (const { length } of AVERAGES) {
          const average = reading?.averages[length];
          write(`average-${length}`, average === undefined ? MISSING : averageText.format(average));
        }
      },
    };
  }, [language, priceDecimals]);
  return (
    <p className={styles['legend']} ref={line} aria-hidden="true">
      <span>
        {PRICES.map((name) => (
          <span key={name}>
            {t(`chart.${name}`)} <b data-name={name}>{MISSING}</b>
          </span>
        ))}
      </span>
      <span className={styles['averages']}>
        {AVERAGES.map(({ length, colour }) => (
          <span key={length} style={{ color: `var(--${colour})` }}>
            {t('chart.average', { length })} <b data-name={`average-${length}`}>{MISSING}</b>
          </span>
        ))}
      </span>
    </p>
  );
}
