import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './account-page.module.css';
import { HistoryCard } from './history-card.tsx';
import { OverviewCard } from './overview-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { WithdrawalHold } from './withdrawal-hold.tsx';

/** The own account: who one is, how safe it is, from where it is used. @param hint where a code is (demo) */
export function AccountPage({ hint }: { readonly hint: (account: string) => ReactNode }) {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.account')}</h1>
      <WithdrawalHold />
      <OverviewCard />
      <SecurityCard hint={hint} />
      <SessionsCard />
      <HistoryCard />
    </div>
  );
}
