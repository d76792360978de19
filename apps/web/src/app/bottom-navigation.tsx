import { NavLink } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import styles from './bottom-navigation.module.css';
import { Icon, type IconName } from './icons.tsx';
import type { Entry } from './navigation.ts';

const ENTRIES: readonly (Entry & { readonly icon: IconName })[] = [
  { label: 'nav.home', to: '/', icon: 'home' },
  { label: 'nav.quotation', to: '/quotation', icon: 'markets' },
  { label: 'nav.bottomTrade', to: '/dealCenter', icon: 'trade' },
  { label: 'feature.margin', to: '/leverdealCenter', icon: 'candles' },
  { label: 'nav.bottomAssets', to: '/finance', icon: 'wallet' },
];

/** The five most visited places, at the bottom of a phone's screen. */
export function BottomNavigation() {
  const t = useTranslate();
  return (
    <nav aria-label={t('nav.bottom')} className={styles['bottom']}>
      {ENTRIES.map(({ label, to, icon }) => (
        <NavLink key={to} to={to} end={to === '/'}>
          <Icon name={icon} />
          <span>{t(label)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
