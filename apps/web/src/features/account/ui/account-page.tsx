import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './account-page.module.css';
import { HistoryCard } from './history-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { OverviewCard } from './overview-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { WithdrawalHold } from './withdrawal-hold.tsx';

interface AccountPageProps {
  /** Location of a code (demo). */
  readonly hint: (account: string) => ReactNode;
  /** Settings of mail notifications. */
  readonly mails: ReactNode;
}

/** The user's own account: identity, security, notifications, sessions. */
export function AccountPage({ hint, mails }: AccountPageProps) {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.account')}</h1>
      <WithdrawalHold />
      <OverviewCard />
      <SecurityCard hint={hint} />
      {mails}
      <SessionsCard />
      <HistoryCard />
      <OwnDataCard />
    </div>
  );
}
