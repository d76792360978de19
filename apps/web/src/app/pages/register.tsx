import { RegisterPage } from '../../features/account/ui/register-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';

export function RegisterRoute() {
  return <RegisterPage hint={(email) => <OutboxHint to={email} />} />;
}
