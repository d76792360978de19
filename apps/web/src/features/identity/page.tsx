import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { WayBack } from '../../shared/ui/way-back.tsx';
import { identityQuery } from './api.ts';
import { levelsOf } from './model/levels.ts';
import { REVIEW_STATUS } from './model/review-status.ts';
import styles from './page.module.css';
import { AssetCard } from './ui/asset-card.tsx';
import { IdentityCard } from './ui/identity-card.tsx';
import { LevelCards } from './ui/level-cards.tsx';

/** Identity verification: the limits of each level, and the form for the next one. */
export function IdentityPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(identityQuery);
  return (
    <div className={styles['page']}>
      <h1>{t('feature.identity')}</h1>
      <WayBack />
      {data === undefined && error !== null ? (
        <Card title={t('identity.levels')}>
          <Failure message={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <LevelCards levels={data && levelsOf(data)} />
          {data === undefined ? (
            <Card title={t('identity.document')}>
              <Skeleton rows={8} height={40} />
            </Card>
          ) : (
            <>
              <IdentityCard identity={data} />
              {data.status === REVIEW_STATUS.approved && <AssetCard identity={data} />}
            </>
          )}
        </>
      )}
    </div>
  );
}
