import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { closeSession, refreshIdentity } from '../features/account/login-api.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { useSession } from '../shared/session.ts';
import styles from './account-menu.module.css';
import { Flyout } from './flyout.tsx';
import { Icon } from './icons.tsx';
import { maskedAccount } from './masked-account.ts';
import { MenuEntries } from './menu-entries.tsx';
import { ACCOUNT, SHOP } from './navigation.ts';
import { LOGIN } from './route-table.ts';

/** The account number with the menu of the account. */
export function AccountMenu() {
  const t = useTranslate();
  const accountNumber = useSession((session) => session.accountNumber);
  return (
    <Flyout
      trigger={
        <span className={styles['number']}>
          <Icon name="person" />
          <span className="visually-hidden">{t('nav.account')}</span>
          <span>{maskedAccount(accountNumber)}</span>
          <Icon name="chevron" size={16} />
        </span>
      }
    >
      {() => <AccountEntries />}
    </Flyout>
  );
}

function AccountEntries() {
  const t = useTranslate();
  const navigate = useNavigate();
  const isSeller = useSession((session) => session.isSeller);
  useEffect(() => {
    // The office makes merchants while they are logged in.
    void refreshIdentity().catch(() => undefined);
  }, []);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await closeSession();
    await navigate(LOGIN);
  };
  return (
    <MenuEntries entries={isSeller ? [...ACCOUNT, SHOP] : ACCOUNT}>
      <li className={styles['leave']}>
        <button type="button" disabled={isLeaving} onClick={() => void leave()}>
          {t('auth.logout')}
        </button>
      </li>
    </MenuEntries>
  );
}
