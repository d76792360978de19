import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dayIn } from '../../../shared/dates.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { seasonsQuery } from '../api.ts';
import type { Season } from '../model/season.ts';
import styles from './other-seasons.module.css';
import { StateBadge } from './state-badge.tsx';

/** The seasons besides the shown one; ended ones with their winners. */
export function OtherSeasons({ shown }: { readonly shown: Season }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(seasonsQuery);
  const others = data?.filter(({ id }) => id !== shown.id);
  return (
    <Card title={t('contest.others')}>
      {others === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {others === undefined && error === null && <Skeleton rows={2} height={64} />}
      {others?.length === 0 && <Empty>{t('contest.noOthers')}</Empty>}
      {others !== undefined && others.length > 0 && (
        <ul className={styles['seasons']}>
          {others.map((season) => (
            <Row key={season.id} season={season} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ season }: { readonly season: Season }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <li className={styles['season']}>
      <Link to={`/match?id=${season.id}`}>{season.name}</Link>
      <StateBadge state={season.state} />
      <span>{`${dayIn(language, season.startsAtMs)} – ${dayIn(language, season.endsAtMs)}`}</span>
      <span>
        {season.state === 'ended'
          ? t('contest.winners')
          : t('contest.joinedCount', { count: season.participants })}
      </span>
    </li>
  );
}
