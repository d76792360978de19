import { RegisterPage } from '../../features/auth/ui/register-page.tsx';
import { OutboxHint } from '../../features/demo/ui/demo-hints.tsx';

export function RegisterRoute() {
  return <RegisterPage hint={(email) => <OutboxHint to={email} />} />;
}
