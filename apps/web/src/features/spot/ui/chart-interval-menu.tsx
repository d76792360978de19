import type { ChartTerminal } from '../../../shared/chart/chart-state.ts';
import { changeTerminal, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import { INTERVALS, type Interval } from '../../../shared/chart/interval.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './chart-menu.module.css';

/** All intervals, each with a star: those with one stand in the toolbar. */
export function ChartIntervalMenu({
  terminal,
  onDone,
}: {
  readonly terminal: ChartTerminal;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const { interval, favourites } = useTerminalChart(terminal);
  const star = (name: Interval): void => {
    const isStarred = favourites.includes(name);
    // Without any there would be nothing to press.
    if (isStarred && favourites.length === 1) return;
    changeTerminal(terminal, {
      favourites: isStarred ? favourites.filter((each) => each !== name) : [...favourites, name],
    });
  };
  return (
    <ul className={styles['grid']}>
      {INTERVALS.map((name) => {
        const label = t(`chart.interval.${name}`);
        return (
          <li key={name}>
            <button
              type="button"
              className={styles['choice']}
              aria-pressed={name === interval}
              onClick={() => {
                changeTerminal(terminal, { interval: name });
                onDone();
              }}
            >
              {label}
            </button>
            <button
              type="button"
              className={styles['star']}
              aria-label={t('chartTool.favourite', { interval: label })}
              aria-pressed={favourites.includes(name)}
              onClick={() => star(name)}
            >
              {favourites.includes(name) ? '★' : '☆'}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
