import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './referral-page.module.css';
import { InviteCard } from './invite-card.tsx';
import { InviteesCard } from './invitees-card.tsx';

/** Inviting others: the own code, and who came by it. */
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
