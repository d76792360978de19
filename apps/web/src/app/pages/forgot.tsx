import { ForgotPage } from '../../features/account/ui/forgot-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';

export function ForgotRoute() {
  return <ForgotPage hint={(account) => <OutboxHint to={account} />} />;
}
