import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { PageFrame } from '../../../shared/ui/page-frame.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { productsQuery, useEarnFeed } from '../api.ts';
import type { LockKind, LockProduct } from '../model/product.ts';
import { BuyDialog } from './buy-dialog.tsx';
import styles from './earn.module.css';
import { LockTable } from './lock-table.tsx';
import { ProductCard } from './product-card.tsx';

/** Products that lock coins for a term, and the own locks of them. */
export function LockPage({ kind }: { readonly kind: LockKind }) {
  const t = useTranslate();
  useEarnFeed();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(productsQuery(kind));
  const [bought, setBought] = useState<LockProduct>();
  return (
    <PageFrame
      title={t(kind === 'wealth' ? 'feature.wealth' : 'feature.pledge')}
      about={t(kind === 'wealth' ? 'earn.wealthAbout' : 'earn.pledgeAbout')}
      ways={
        <nav className={styles['ways']} aria-label={t('earn.ways')}>
          <Link to="/earn">{t('feature.earn')}</Link>
          <Link to="/savings">{t('feature.coinBank')}</Link>
          <Link to={kind === 'wealth' ? '/pledge' : '/wealth'}>
            {t(kind === 'wealth' ? 'feature.pledge' : 'feature.wealth')}
          </Link>
          <Link to="/loan">{t('feature.loan')}</Link>
        </nav>
      }
    >
      <section aria-label={t('earn.products')}>
        {data === undefined && error === null && <Skeleton rows={4} height={64} />}
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Empty>{t('earn.noProducts')}</Empty>}
        <ul className={styles['cards']}>
          {data?.map((product) => (
            <ProductCard key={product.id} product={product} onBuy={() => setBought(product)} />
          ))}
        </ul>
      </section>
      <Card title={t('earn.ownLocks')}>
        {isLoggedIn ? <LockTable kind={kind} /> : <LoginPrompt />}
      </Card>
      {bought !== undefined && (
        <BuyDialog kind={kind} product={bought} onDone={() => setBought(undefined)} />
      )}
    </PageFrame>
  );
}
