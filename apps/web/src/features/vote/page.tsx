import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { roundsQuery } from './api.ts';
import { RoundCard } from './ui/round-card.tsx';
import styles from './ui/vote.module.css';

/** Votes on which coin is listed next. */
export function VotesPage() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(roundsQuery(isLoggedIn));
  return (
    <PageFrame title={t('vote.title')} about={t('vote.about')}>
      <section aria-label={t('vote.title')}>
        {data === undefined && error === null && <Skeleton rows={2} height={240} />}
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Empty>{t('vote.none')}</Empty>}
        <ul className={styles['rounds']}>
          {data?.map((round) => (
            <RoundCard key={round.id} round={round} isLoggedIn={isLoggedIn} />
          ))}
        </ul>
      </section>
    </PageFrame>
  );
}
