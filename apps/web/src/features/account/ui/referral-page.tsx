import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './referral-page.module.css';
import { InviteCard } from './invite-card.tsx';
import { InviteesCard } from './invitees-card.tsx';

/** Invitations: the user's code, and the users who came by it. */
export function ReferralPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('nav.invitations')}</h1>
        <Link to="/rebate">{t('feature.rebate')}</Link>
        <Link to="/region">{t('acceptor.toAgents')}</Link>
      </div>
      <InviteCard />
      <InviteesCard />
    </div>
  );
}
