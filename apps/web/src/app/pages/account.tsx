import { lazy, Suspense } from 'react';
import { AccountPage } from '../../features/account/ui/account-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { MailChoiceCard } from '../../features/inbox/ui/mail-choice-card.tsx';

const AlertsCard = lazy(async () => ({
  default: (await import('../../features/alert/ui/alerts-card.tsx')).AlertsCard,
}));

/** The choice of mails, the own price alerts and the sounds. */
function MailsAndAlerts() {
  return (
    <>
      <MailChoiceCard />
      <Suspense>
        <AlertsCard />
      </Suspense>
    </>
  );
}

export function AccountRoute() {
  return <AccountPage hint={(account) => <OutboxHint to={account} />} mails={<MailsAndAlerts />} />;
}
