import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './chart-toolbar.module.css';

export interface ChartMovesProps {
  readonly chart: PriceChart | undefined;
  readonly isDisabled: boolean;
  /** In the toolbar, for fingers; over the candles, for a pointer that hovers there. */
  readonly place: 'bar' | 'over';
}

/** Buttons that scroll and zoom the chart, as a drag and a wheel do. */
export function ChartMoves({ chart, isDisabled, place }: ChartMovesProps) {
  const t = useTranslate();
  const moves = [
    ['chart.back', '‹', () => chart?.scroll('back')],
    ['chart.forward', '›', () => chart?.scroll('forward')],
    ['chart.latest', '⇥', () => chart?.showLatest()],
    ['chart.zoomOut', '−', () => chart?.zoom('out')],
    ['chart.zoomIn', '+', () => chart?.zoom('in')],
  ] as const;
  return (
    <div className={styles['moves']} data-place={place}>
      {moves.map(([name, sign, move]) => (
        <button
          key={name}
          type="button"
          className={styles['tool']}
          aria-label={t(name)}
          title={t(name)}
          disabled={isDisabled}
          onClick={move}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
