import { Link, useLocation } from 'react-router';
import { useTranslate } from '../i18n/translate.ts';
import { Empty } from './states.tsx';

/** Shown in place of own things to users who are not logged in. The login leads back here. */
export function LoginFirst({ message }: { readonly message: string }) {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <Empty
      action={
        <Link to="/components/login" state={{ from: pathname }}>
          {t('auth.login')}
        </Link>
      }
    >
      {message}
    </Empty>
  );
}
