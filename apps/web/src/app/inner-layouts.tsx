import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import styles from './inner-layouts.module.css';
import { ACCOUNT_PAGES, ASSET_PAGES, isTaken, type Entry } from './navigation.ts';

/** Pages of the account, with their menu beside them. */
export function AccountLayout() {
  const t = useTranslate();
  return (
    <div className={styles['account']}>
      <InnerNavigation label={t('nav.accountPages')} entries={ACCOUNT_PAGES} />
      <div className={styles['page']}>
        <Outlet />
      </div>
    </div>
  );
}

/** Pages of the assets, with their menu above them. */
export function AssetsLayout() {
  const t = useTranslate();
  return (
    <div className={styles['assets']}>
      <InnerNavigation label={t('nav.assetPages')} entries={ASSET_PAGES} />
      <div className={styles['page']}>
        <Outlet />
      </div>
    </div>
  );
}

function InnerNavigation({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly Entry[];
}) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const place = useRef<HTMLElement>(null);
  // Scrolls the current entry into view if the entries do not fit side by side.
  useEffect(() => {
    const nav = place.current;
    const taken = nav?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav !== null && taken !== null && taken !== undefined)
      nav.scrollLeft =
        taken.offsetLeft - nav.offsetLeft - (nav.clientWidth - taken.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={place} aria-label={label} className={styles['entries']}>
      {entries.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          aria-current={isTaken(entry, pathname) ? 'page' : undefined}
        >
          {t(entry.label)}
        </Link>
      ))}
    </nav>
  );
}
