import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './referral-page.module.css';
import { InviteCard } from './invite-card.tsx';
import { InviteesCard } from './invitees-card.tsx';

/** Invitations: the user's code, and the users who came by it. */
export function ReferralPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('nav.invitations')}</h1>
      <InviteCard />
      <InviteesCard />
    </div>
  );
}
