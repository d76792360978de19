import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { feeTiersQuery } from '../../shared/market/fees-api.ts';
import { useSession } from '../../shared/session.ts';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { MarketRates } from './ui/market-rates.tsx';
import { OtherTerms } from './ui/other-terms.tsx';
import { OwnLevel } from './ui/own-level.tsx';
import { TierTable } from './ui/tier-table.tsx';

const ARTICLE = '/components/noticeDetail?id=2102';

/** All charges: levels of spot trades, rates of each market, and those of other products. */
export function FeesPage() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(feeTiersQuery(isLoggedIn));
  return (
    <PageFrame
      title={t('nav.fees')}
      about={
        <>
          {t('fee.about')} <Link to={ARTICLE}>{t('fee.article')}</Link>
        </>
      }
    >
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
          <OtherTerms />
        </>
      )}
    </PageFrame>
  );
}
