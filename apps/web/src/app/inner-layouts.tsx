import { NavLink, Outlet } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import styles from './inner-layouts.module.css';
import { ACCOUNT_PAGES, ASSET_PAGES, type Entry } from './navigation.ts';

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

function InnerNavigation({ label, entries }: { readonly label: string; readonly entries: readonly Entry[] }) {
  const t = useTranslate();
  return (
    <nav aria-label={label} className={styles['entries']}>
      {entries.map((entry) => (
        <NavLink key={entry.to} to={entry.to}>
          {t(entry.label)}
        </NavLink>
      ))}
    </nav>
  );
}
