import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fixed, grouped, MISSING, percent, percentDirection } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { CourseLine } from '../../../shared/ui/course-line.tsx';
import { courseOf } from '../../../shared/ui/course.ts';
import { equityCourse, PLAY, type Entry, type Season } from '../model/season.ts';
import styles from './own-standing.module.css';

const DECIMALS = 2;
const PRIZE_LABELS = {
  needsIdentity: 'contest.prizeState.needs_identity',
  waiting: 'contest.prizeState.waiting',
  paid: 'contest.prizeState.paid',
} as const satisfies Record<Exclude<Entry['prizeState'], 'none'>, MessageId>;

/** The user's own standing in a season, and its course. */
export function OwnStanding({ season, entry }: { readonly season: Season; readonly entry: Entry }) {
  const t = useTranslate();
  const language = useLanguage();
  const money = (plain: string): string => fixed(plain, DECIMALS, { language, rounding: 'down' });
  const direction = percentDirection(entry.returnRate);
  const { figures, low, high } = equityCourse(season, entry);
  // Before the first midnight there is no course.
  const course = entry.days.length === 0 ? undefined : courseOf(figures);
  return (
    <Card title={t('contest.standing')}>
      <div className={styles['standing']}>
        <dl className={styles['facts']}>
          <Fact
            name={t('contest.rank')}
            unit={t('contest.rankOf', { count: grouped(String(season.participants), language) })}
          >
            {entry.rank === 0 ? MISSING : grouped(String(entry.rank), language)}
          </Fact>
          <Fact name={t('contest.return')}>
            <span className={direction === 'flat' ? undefined : direction}>
              {percent(entry.returnRate, language)}
            </span>
          </Fact>
          <Fact name={t('contest.equity')} unit={PLAY}>
            {money(entry.equity)}
          </Fact>
          <Fact
            name={t('contest.prize')}
            unit={entry.prize === '' ? undefined : season.prizeCurrency}
          >
            {entry.prize === '' ? MISSING : grouped(entry.prize, language)}
          </Fact>
        </dl>
        {course !== undefined && (
          <figure className={styles['course']}>
            <figcaption>{t('contest.course')}</figcaption>
            <CourseLine
              course={course}
              label={t('contest.courseSummary', {
                start: money(season.startBalance),
                now: money(entry.equity),
                low: money(low),
                high: money(high),
                currency: PLAY,
              })}
            />
          </figure>
        )}
        {entry.prizeState !== 'none' && (
          <p className={styles['prize']}>
            {t(PRIZE_LABELS[entry.prizeState])}
            {entry.prizeState === 'needsIdentity' && (
              <Link to="/authentication">{t('feature.identity')}</Link>
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

function Fact({
  name,
  unit,
  children,
}: {
  readonly name: string;
  readonly unit?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {unit !== undefined && <small>{unit}</small>}
      </dd>
    </div>
  );
}
