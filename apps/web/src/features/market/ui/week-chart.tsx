import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { CourseLine } from '../../../shared/ui/course-line.tsx';
import { courseOf } from '../../../shared/ui/course.ts';
import { weekQuery } from '../api.ts';
import styles from './week-chart.module.css';

/**
 * The last seven days of a market as a line, in the colour of where they led. It is fetched when it
 * comes into view; its place is kept.
 */
export function WeekChart({
  market,
  hasCaption = false,
}: {
  readonly market: Market;
  readonly hasCaption?: boolean;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const { data } = useQuery({ ...weekQuery(market), enabled: isSeen });
  const course = useMemo(() => (data === undefined ? undefined : courseOf(data)), [data]);
  return (
    <div ref={place} className={styles['place']}>
      {hasCaption && (
        <span className={styles['caption']} aria-hidden="true">
          {`${t('market.days7')} ${course === undefined ? '' : percent(course.change, language)}`}
        </span>
      )}
      {course !== undefined && (
        <CourseLine
          course={course}
          label={t('market.week', {
            pair: market.symbol,
            change: percent(course.change, language),
          })}
        />
      )}
    </div>
  );
}

/** Whether an element has been on the screen, or near it. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, place]);
  return isSeen;
}
