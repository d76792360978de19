import { useEffect, useRef } from 'react';
import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './chart-panel.module.css';

/**
 * Says how the points of a drawing are set. It has the focus meanwhile: arrow keys move the cursor,
 * Enter sets a point, Esc gives up.
 */
export function DrawingHint({ chart }: { readonly chart: PriceChart }) {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hint = place.current;
    const button = hint?.closest('section')?.querySelector<HTMLElement>('[data-icon="draw"]');
    hint?.focus({ preventScroll: true });
    return () => {
      const hadFocus = hint?.contains(document.activeElement) === true;
      chart.drawings.giveUp();
      if (hadFocus) button?.focus({ preventScroll: true });
    };
  }, [chart]);
  return (
    <div
      ref={place}
      className={styles['hint']}
      role="application"
      aria-label={t('chart.drawing')}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (chart.drawings.press(event.key, event.shiftKey)) event.preventDefault();
      }}
    >
      <span>{t('chart.drawing')}</span>
      <button type="button" onClick={() => chart.drawings.giveUp()}>
        {t('action.cancel')}
      </button>
    </div>
  );
}
