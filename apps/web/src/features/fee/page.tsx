import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { feeTiersQuery } from '../../shared/market/fees-api.ts';
import { useSession } from '../../shared/session.ts';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './ui/fee.module.css';
import { MarketRates } from './ui/market-rates.tsx';
import { OwnLevel } from './ui/own-level.tsx';
import { TierTable } from './ui/tier-table.tsx';

const ARTICLE = '/components/noticeDetail?id=2102';

/** Fees of trades: their levels, one's own, and the rates of each market. */
export function FeesPage() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(feeTiersQuery(isLoggedIn));
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <h1>{t('nav.fees')}</h1>
        <p>
          {t('fee.about')} <Link to={ARTICLE}>{t('fee.article')}</Link>
        </p>
      </header>
      {data === undefined && error === null && <Skeleton rows={2} height={200} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          {data.tiers.length > 0 && (
            <>
              <OwnLevel fees={data} />
              <TierTable fees={data} />
            </>
          )}
          <MarketRates fees={data} />
        </>
      )}
    </div>
  );
}
