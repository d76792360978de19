import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './p2p-frame.module.css';

/** Pages of the marketplace. The market's own address leads visitors to it too. */
const PAGES = [
  { name: 'market', to: '/fiatradCenter' },
  { name: 'orders', to: '/c2cOrder' },
  { name: 'ads', to: '/c2cRelease' },
  { name: 'publish', to: '/c2c' },
  { name: 'trader', to: '/c2cTrader' },
] as const;

/** A page of the marketplace: its heading, and links to the others. */
export function P2pFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <nav className={styles['links']} aria-label={t('p2p.market.pages')}>
          {PAGES.map(({ name, to }) => (
            <NavLink key={to} to={to}>
              {t(`p2p.market.page.${name}`)}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
