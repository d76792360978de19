import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { closeSession } from '../features/auth/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { useConnection } from '../realtime/connection.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../shared/i18n/language.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { useSession } from '../shared/session.ts';
import { changeTheme, useLook } from '../shared/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import { LiveBadge } from '../shared/ui/live-badge.tsx';
import { showToast } from '../shared/ui/toasts.ts';
import styles from './header.module.css';

export function Header() {
  const t = useTranslate();
  const { status, sinceMs } = useConnection();
  const { data: isDemo = false } = useQuery(demoQuery);
  return (
    <header className={styles['header']}>
      <Link to="/" className={styles['logo']}>
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="var(--accent-fill)" />
          <path d="M7 23V9l9 9 9-9v14" fill="none" stroke="var(--on-fill)" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round" />
        </svg>
        <span>{t('site.name')}</span>
      </Link>
      <nav aria-label={t('nav.main')}>
        <NavLink to="/dealCenter">{t('nav.trade')}</NavLink>
        {isDemo && <NavLink to="/demo/outbox">{t('demo.outbox')}</NavLink>}
      </nav>
      <div className={styles['tools']}>
        <LiveBadge status={status} sinceMs={sinceMs} />
        <LanguageMenu />
        <ThemeSwitch />
        <AccountLinks />
      </div>
    </header>
  );
}

function LanguageMenu() {
  const t = useTranslate();
  const language = useLanguage();
  const change = (next: Language): void => {
    changeLanguage(next).catch(() => showToast('error', t('error.network')));
  };
  return (
    <select className={styles['language']} aria-label={t('nav.language')} value={language} onChange={(event) => change(event.target.value as Language)}>
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}

function ThemeSwitch() {
  const t = useTranslate();
  const theme = useLook((look) => look.theme);
  const isNight = theme === 'night';
  return (
    <button type="button" className={styles['theme']} aria-label={t(isNight ? 'nav.toDay' : 'nav.toNight')} title={t(isNight ? 'nav.toDay' : 'nav.toNight')} onClick={() => changeTheme(isNight ? 'day' : 'night')}>
      <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden="true">
        {isNight ? (
          <>
            <circle cx="10" cy="10" r="3.6" />
            <path d="M10 1.8v1.8M10 16.4v1.8M1.8 10h1.8M16.4 10h1.8M4.2 4.2l1.3 1.3M14.5 14.5l1.3 1.3M15.8 4.2l-1.3 1.3M5.5 14.5l-1.3 1.3" />
          </>
        ) : (
          <path d="M16.5 12.4A7 7 0 0 1 7.6 3.5a7 7 0 1 0 8.9 8.9Z" strokeLinejoin="round" />
        )}
      </svg>
    </button>
  );
}

function AccountLinks() {
  const t = useTranslate();
  const navigate = useNavigate();
  const location: { readonly pathname: string; readonly state: unknown } = useLocation();
  const { pathname, state } = location;
  const { token, accountNumber } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (token === undefined) {
    // Between log in and register the way back stays what it was.
    const way = pathname.startsWith('/components/') ? (state as unknown) : { from: pathname };
    return (
      <div className={styles['account']}>
        <Link to="/components/login" state={way}>
          {t('auth.login')}
        </Link>
        <Link to="/components/register" state={way} className={styles['register']}>
          {t('auth.register')}
        </Link>
      </div>
    );
  }
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await closeSession();
    setLeaving(false);
    await navigate('/components/login');
  };
  return (
    <div className={styles['account']}>
      <span className={styles['number']} aria-label={t('nav.account')}>
        {masked(accountNumber)}
      </span>
      <Button isSmall isBusy={isLeaving} onClick={() => void leave()}>
        {t('auth.logout')}
      </Button>
    </div>
  );
}

/** First 3 and last 4 of the 11 digits. */
function masked(accountNumber: string | undefined): string {
  return accountNumber === undefined ? '' : `${accountNumber.slice(0, 3)}****${accountNumber.slice(-4)}`;
}
