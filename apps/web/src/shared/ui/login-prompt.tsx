import { Link, useLocation } from 'react-router';
import { useTranslate } from '../i18n/translate.ts';
import styles from './login-prompt.module.css';

/** Shown in place of an action to users who are not logged in. The login leads back here. */
export function LoginPrompt() {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <p className={styles['prompt']}>
      <Link to="/components/login" state={{ from: pathname }}>
        {t('auth.login')}
      </Link>
      <span>{t('auth.or')}</span>
      <Link to="/components/register" state={{ from: pathname }}>
        {t('auth.register')}
      </Link>
    </p>
  );
}
