import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { newCoinsQuery } from './api.ts';
import { CoinCard } from './ui/coin-card.tsx';
import styles from './ui/launch.module.css';

/** Coins that are introduced, with their plan and their issued amount. */
export function NewCoinsPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(newCoinsQuery);
  return (
    <PageFrame title={t('launch.title')} about={t('launch.about')}>
      <section aria-label={t('launch.title')}>
        {data === undefined && error === null && <Skeleton rows={2} height={240} />}
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Empty>{t('launch.none')}</Empty>}
        <ul className={styles['coins']}>
          {data?.map((coin) => (
            <CoinCard key={coin.id} coin={coin} />
          ))}
        </ul>
      </section>
    </PageFrame>
  );
}
