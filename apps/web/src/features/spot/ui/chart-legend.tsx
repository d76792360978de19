import { useImperativeHandle, useRef, type Ref } from 'react';
import type { LegendGroup, LegendRow } from '../../../shared/chart/chart-indicators.ts';
import type { ChartReading } from '../../../shared/chart/price-chart.ts';
import { figure, fixed, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import styles from './chart-legend.module.css';

export interface LegendPainter {
  /** Writes a bar and its indicators into the legend, without React. */
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
    const write = writer(line);
    return {
      paint: (reading) => {
        for (const name of PRICES)
          write(name, fixed(reading?.bar[name], priceDecimals, { language }));
        write('volume', figure(reading?.bar.volume, 'volume', language));
      },
    };
  }, [language, priceDecimals]);
  return (
    <p className={styles['legend']} ref={line} aria-hidden="true">
      {[...PRICES, 'volume' as const].map((name) => (
        <span key={name}>
          {t(`chart.${name}`)} <b data-name={name}>{MISSING}</b>
        </span>
      ))}
    </p>
  );
}

interface PaneLegendProps {
  readonly groups: readonly LegendGroup[];
  /** The symbol of the market that this one is compared with. */
  readonly compared: string | undefined;
  readonly onEdit: (id: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onStopCompare: () => void;
  readonly ref: Ref<LegendPainter>;
}

/** The indicators over their panes: names and figures, with buttons that edit and remove them. */
export function PaneLegend({ groups, compared, ref, onStopCompare, ...ways }: PaneLegendProps) {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const write = writer(place);
    return {
      paint: (reading) => {
        for (const { rows } of groups)
          for (const { id, figures } of rows)
            for (const { key } of figures)
              write(`${id}.${key}`, reading?.figures.get(`${id}.${key}`) ?? MISSING);
        write('compared', reading?.compared ?? MISSING);
      },
    };
  }, [groups]);
  return (
    <div ref={place}>
      {groups.map(({ pane, top, rows }, at) => (
        <ul key={pane} className={styles['pane']} style={{ top }}>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...ways} />
          ))}
          {at === 0 && compared !== undefined && (
            <li>
              <span className={styles['name']}>{compared}</span>
              <b className={styles['compared']} data-name="compared" aria-hidden="true">
                {MISSING}
              </b>
              <button
                type="button"
                aria-label={t('chart.stopCompare', { pair: compared })}
                onClick={onStopCompare}
              >
                ✕
              </button>
            </li>
          )}
        </ul>
      ))}
    </div>
  );
}

function Row({
  row: { id, label, figures },
  onEdit,
  onRemove,
}: Pick<PaneLegendProps, 'onEdit' | 'onRemove'> & { readonly row: LegendRow }) {
  const t = useTranslate();
  return (
    <li>
      <button
        type="button"
        className={styles['name']}
        aria-label={t('chart.editIndicator', { name: label })}
        onClick={() => onEdit(id)}
      >
        {label}
      </button>
      <span className={styles['figures']} aria-hidden="true">
        {figures.map(({ key, title, colour }) => (
          <span key={key} {...(colour === '' ? {} : { style: { color: colour } })}>
            {figures.length > 1 && `${title} `}
            <b data-name={`${id}.${key}`}>{MISSING}</b>
          </span>
        ))}
      </span>
      <button
        type="button"
        aria-label={t('chart.removeIndicator', { name: label })}
        onClick={() => onRemove(id)}
      >
        ✕
      </button>
    </li>
  );
}

/** Writes texts into the cells of a legend by their names, only where they change. */
function writer(place: { readonly current: HTMLElement | null }) {
  return (name: string, text: string): void => {
    const cell = place.current?.querySelector(`[data-name='${name}']`);
    if (cell !== null && cell !== undefined && cell.textContent !== text) cell.textContent = text;
  };
}
