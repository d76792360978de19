import { BindEmailPage } from '../../features/account/ui/bind-email-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';

export function BindEmailRoute() {
  return <BindEmailPage hint={(email) => <OutboxHint to={email} />} />;
}
