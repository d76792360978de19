import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '@meridian/contract/client/api-error';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { contestQuery, type Contest } from './api.ts';
import type { Season } from './model/season.ts';
import styles from './page.module.css';
import { OtherSeasons } from './ui/other-seasons.tsx';
import { OwnStanding } from './ui/own-standing.tsx';
import { PrizesCard } from './ui/prizes-card.tsx';
import { RankingCard } from './ui/ranking-card.tsx';
import { RulesCard } from './ui/rules-card.tsx';
import { SeasonHead } from './ui/season-head.tsx';

/** The contract contest: the running, next or last season, or that of `?id=`. */
export function ContestPage() {
  const t = useTranslate();
  const [query] = useSearchParams();
  const id = Number(query.get('id'));
  const { data, error, refetch } = useQuery(
    contestQuery(Number.isSafeInteger(id) && id > 0 ? id : undefined),
  );
  const season = data?.season ?? undefined;
  if (data !== undefined && season !== undefined)
    return <SeasonPage key={season.id} contest={data} season={season} />;
  return (
    <div className={styles['page']}>
      <h1>{t('feature.contest')}</h1>
      <section className={styles['panel']} aria-label={t('feature.contest')}>
        {data !== undefined && (
          <Empty
            action={
              <ButtonLink isSmall to="/leverdealCenter">
                {t('contest.real')}
              </ButtonLink>
            }
          >
            {t('contest.none')}
          </Empty>
        )}
        {data === undefined && error === null && <Skeleton rows={10} height={32} />}
        {data === undefined &&
          error !== null &&
          (isUnknown(error) ? (
            <NoSuchSeason />
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ))}
      </section>
    </div>
  );
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.code === 'contest_not_found';
}

function NoSuchSeason(): ReactNode {
  const t = useTranslate();
  return (
    <Empty
      action={
        <ButtonLink isSmall to="/match">
          {t('contest.current')}
        </ButtonLink>
      }
    >
      {t('contest.unknown')}
    </Empty>
  );
}

function SeasonPage({
  contest: { me, markets },
  season,
}: {
  readonly contest: Contest;
  readonly season: Season;
}) {
  useEffect(() => {
    document.title = season.name;
  }, [season.name]);
  return (
    <div className={styles['page']}>
      <SeasonHead season={season} entry={me} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {me !== null && season.state !== 'upcoming' && <OwnStanding season={season} entry={me} />}
          <RankingCard season={season} entry={me} />
        </div>
        <div className={styles['column']}>
          <PrizesCard season={season} />
          <RulesCard season={season} markets={markets} />
          <OtherSeasons shown={season} />
        </div>
      </div>
    </div>
  );
}
