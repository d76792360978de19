import { LoginPage } from '../../features/account/ui/login-page.tsx';
import { DemoAccountHint } from '../../features/demo/ui/demo-hints.tsx';

export function LoginRoute() {
  return <LoginPage hint={<DemoAccountHint />} />;
}
