import { AccountPage } from '../../features/account/ui/account-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';
import { MailChoiceCard } from '../../features/inbox/ui/mail-choice-card.tsx';

export function AccountRoute() {
  return <AccountPage hint={(account) => <OutboxHint to={account} />} mails={<MailChoiceCard />} />;
}
