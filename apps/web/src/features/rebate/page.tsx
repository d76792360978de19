import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { summaryQuery } from './api.ts';
import { RatesCard } from './ui/rates-card.tsx';
import { SharesCard } from './ui/shares-card.tsx';

/** The user's share of the fees that their invitees pay. */
export function RebatePage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(summaryQuery);
  return (
    <PageFrame
      title={t('rebate.title')}
      about={t('rebate.about')}
      ways={<Link to="/invitations">{t('rebate.invite')}</Link>}
    >
      {data === undefined && error === null && <Skeleton rows={2} height={200} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <RatesCard summary={data} />}
      <SharesCard />
    </PageFrame>
  );
}
