import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { demoQuery } from '../features/demo/api.ts';
import { useConnection } from '../realtime/connection.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { useSession } from '../shared/session.ts';
import { LiveBadge } from '../shared/ui/live-badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Flyout } from './flyout.tsx';
import styles from './header.module.css';
import { Icon, Logo } from './icons.tsx';
import { LanguageList } from './language-list.tsx';
import { DirectionChoice, MenuSheet } from './later.ts';
import { useLoginWay } from './login-way.ts';
import { MenuEntries } from './menu-entries.tsx';
import { ASSETS, BUY, MORE, PRIMARY } from './navigation.ts';
import { LOGIN, REGISTER } from './route-table.ts';
import { SiteLinkButton } from './site-link-button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const MessagesLink = lazy(async () => ({
  default: (await import('./messages-link.tsx')).MessagesLink,
}));

/**
 * The header of every page.
 * @param isSlim only the parts needed while logging in
 */
export function Header({ isSlim }: { readonly isSlim: boolean }) {
  const t = useTranslate();
  const { status, sinceMs } = useConnection();
  return (
    <header className={styles['header']} data-slim={isSlim || undefined}>
      <Link to="/" className={styles['logo']} aria-label={t('site.name')}>
        <Logo />
        <span>{t('site.name')}</span>
      </Link>
      {!isSlim && <Navigation />}
      <div className={styles['tools']}>
        <LiveBadge status={status} sinceMs={sinceMs} />
        <div className={styles['links']}>
          <SiteLinkButton link="service" label={t('nav.service')}>
            <Icon name="headset" />
          </SiteLinkButton>
          {!isSlim && (
            <SiteLinkButton link="app" label={t('nav.download')}>
              <Icon name="download" />
            </SiteLinkButton>
          )}
        </div>
        <div className={styles['settings']}>
          <Flyout label={t('nav.language')} opensOnFocus trigger={<Icon name="globe" />}>
            {(close) => <LanguageList onChosen={close} />}
          </Flyout>
          <Flyout label={t('nav.settings')} trigger={<Icon name="settings" />}>
            {() => (
              <Suspense>
                <DirectionChoice />
              </Suspense>
            )}
          </Flyout>
          <ThemeSwitch />
        </div>
        {!isSlim && <MessagesPlace />}
        {!isSlim && <AccountLinks />}
        {!isSlim && <MenuButton />}
      </div>
    </header>
  );
}

function Navigation() {
  const t = useTranslate();
  const { data: isDemo = false } = useQuery(demoQuery);
  return (
    <nav aria-label={t('nav.main')} className={styles['navigation']}>
      {PRIMARY.map(({ label, to }) => (
        <NavLink key={to} to={to}>
          {t(label)}
        </NavLink>
      ))}
      <Flyout
        align="start"
        trigger={
          <>
            {t(BUY.title)}
            <Icon name="chevron" size={16} />
          </>
        }
      >
        {() => <MenuEntries entries={BUY.entries} />}
      </Flyout>
      <Flyout
        align="start"
        trigger={
          <>
            {t('nav.more')}
            <Icon name="chevron" size={16} />
          </>
        }
      >
        {() => (
          <div className={styles['more']}>
            {MORE.map(({ title, entries }) => (
              <MenuEntries
                key={title}
                title={t(title)}
                entries={
                  isDemo && title === 'nav.information'
                    ? [...entries, { label: 'demo.outbox', to: '/demo/outbox' }]
                    : entries
                }
              />
            ))}
          </div>
        )}
      </Flyout>
    </nav>
  );
}

/**
 * Fetched for customers only: visitors have no messages. Its place is reserved, so that nothing
 * moves when it loads.
 */
function MessagesPlace() {
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  if (!isLoggedIn) return null;
  return (
    <Suspense fallback={<span className={styles['messages']} />}>
      <MessagesLink />
    </Suspense>
  );
}

function AccountLinks() {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const way = useLoginWay();
  return (
    <div className={styles['account']}>
      {isLoggedIn ? (
        <>
          <NavLink to={ASSETS.to} className={styles['assets'] ?? ''}>
            {t(ASSETS.label)}
          </NavLink>
          <AccountMenu />
        </>
      ) : (
        <>
          <Link to={LOGIN} state={way}>
            {t('auth.login')}
          </Link>
          <Link to={REGISTER} state={way} className={styles['register']}>
            {t('auth.register')}
          </Link>
        </>
      )}
    </div>
  );
}

/** All parts of the header in a sheet, for narrow windows. */
function MenuButton() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = (): void => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={styles['menu']}
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon name="menu" />
      </button>
      {wasOpened && (
        <Suspense>
          <MenuSheet isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
