import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Card } from '../../shared/ui/card.tsx';
import { LoginPrompt } from '../../shared/ui/login-prompt.tsx';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { savingsQuery, useEarnFeed } from './api.ts';
import styles from './ui/earn.module.css';
import { OwnSavings } from './ui/own-savings.tsx';
import { RateTable } from './ui/rate-table.tsx';
import { SaveDialog } from './ui/save-dialog.tsx';
import { SavingsCard } from './ui/savings-card.tsx';
import type { SavingsProduct } from './model/product.ts';

/** Savings, which can be redeemed at any time: products, own savings, and past rates. */
export function SavingsPage() {
  const t = useTranslate();
  useEarnFeed();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(savingsQuery);
  const [saved, setSaved] = useState<SavingsProduct>();
  return (
    <PageFrame
      title={t('feature.coinBank')}
      about={t('earn.savingsAbout')}
      ways={
        <nav className={styles['ways']} aria-label={t('earn.ways')}>
          <Link to="/earn">{t('feature.earn')}</Link>
          <Link to="/wealth">{t('feature.wealth')}</Link>
          <Link to="/pledge">{t('feature.pledge')}</Link>
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
            <SavingsCard key={product.id} product={product} onSave={() => setSaved(product)} />
          ))}
        </ul>
      </section>
      <Card title={t('earn.ownSavings')}>
        {isLoggedIn ? <OwnSavings products={data ?? []} /> : <LoginPrompt />}
      </Card>
      {data !== undefined && data.length > 0 && <Rates products={data} />}
      {saved !== undefined && <SaveDialog product={saved} onDone={() => setSaved(undefined)} />}
    </PageFrame>
  );
}

function Rates({ products }: { readonly products: readonly SavingsProduct[] }) {
  const t = useTranslate();
  const [id, setId] = useState(products[0]?.id ?? 0);
  return (
    <Card
      title={t('earn.rateHistory')}
      about={t('earn.rateHistoryAbout')}
      tools={
        <SelectField
          label={t('earn.coin')}
          value={String(id)}
          onChange={(event) => setId(Number(event.target.value))}
          options={products.map((product) => ({
            value: String(product.id),
            label: product.currency,
          }))}
        />
      }
    >
      <RateTable key={id} id={id} />
    </Card>
  );
}
