import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { percent, percentDirection } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { weekQuery } from '../api.ts';
import { HEIGHT, weekLine, WIDTH } from '../model/week-line.ts';
import styles from './week-chart.module.css';

/** The last seven days of a market as a line, in the colour of where they led. It is fetched when it comes into view; its place is kept. */
export function WeekChart({ market, hasCaption = false }: { readonly market: Market; readonly hasCaption?: boolean }) {
  const t = useTranslate();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const { data } = useQuery({ ...weekQuery(market), enabled: isSeen });
  const line = useMemo(() => (data === undefined ? undefined : weekLine(data)), [data]);
  return (
    <div ref={place} className={styles['place']}>
      {hasCaption && (
        <span className={styles['caption']} aria-hidden="true">
          {`${t('market.days7')} ${line === undefined ? '' : percent(line.change, language)}`}
        </span>
      )}
      {line !== undefined && (
        <svg
          className={styles['line']}
          data-direction={percentDirection(line.change)}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('market.week', { pair: market.symbol, change: percent(line.change, language) })}
        >
          <path d={line.path} />
        </svg>
      )}
    </div>
  );
}

/** Whether an element has been on the screen, or near it. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: '100px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, place]);
  return isSeen;
}
