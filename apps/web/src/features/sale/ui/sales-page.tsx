import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { PageFrame } from '../../../shared/ui/page-frame.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { salesQuery } from '../api.ts';
import type { SaleKind } from '../model/sale.ts';
import { HELP } from './help-page.ts';
import { OwnEntries } from './own-entries.tsx';
import { SaleCard } from './sale-card.tsx';
import styles from './sale.module.css';

/** Sales of a kind, and the own commitments to them. */
export function SalesPage({ kind }: { readonly kind: SaleKind }) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const { data, error, refetch } = useQuery(salesQuery(kind, isLoggedIn));
  const title = t(`feature.${kind}`);
  const other = kind === 'sale' ? 'crowd' : 'sale';
  return (
    <PageFrame
      title={title}
      about={t(`sale.about.${kind}`)}
      ways={
        <nav className={styles['ways']} aria-label={t('sale.ways')}>
          <Link to={`/${other}`}>{t(`feature.${other}`)}</Link>
          <Link to={HELP}>{t('sale.help')}</Link>
        </nav>
      }
    >
      <section aria-label={title}>
        {data === undefined && error === null && <Skeleton rows={2} height={320} />}
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <Empty>{t(`sale.none.${kind}`)}</Empty>}
        <ul className={styles['sales']}>
          {data?.map((sale) => (
            <SaleCard key={sale.id} sale={sale} isLoggedIn={isLoggedIn} />
          ))}
        </ul>
      </section>
      <Card title={t('sale.ownList')}>
        {isLoggedIn ? <OwnEntries kind={kind} /> : <LoginPrompt />}
      </Card>
    </PageFrame>
  );
}
