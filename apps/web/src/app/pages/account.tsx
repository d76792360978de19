import { lazy, Suspense } from 'react';
import { AccountPage } from '../../features/account/ui/account-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { MailChoiceCard } from '../../features/inbox/ui/mail-choice-card.tsx';

const AlertsCard = lazy(async () => ({
  default: (await import('../../features/alert/ui/alerts-card.tsx')).AlertsCard,
}));

const PushCard = lazy(async () => ({
  default: (await import('../../features/inbox/ui/push-card.tsx')).PushCard,
}));

/** The choice of mails, notifications, the own price alerts and the sounds. */
function MailsAndAlerts() {
  return (
    <>
      <MailChoiceCard />
      <Suspense>
        <PushCard />
        <AlertsCard />
      </Suspense>
    </>
  );
}

export function AccountRoute() {
  return <AccountPage hint={(account) => <OutboxHint to={account} />} mails={<MailsAndAlerts />} />;
}
