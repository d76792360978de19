import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import styles from './menu-entries.module.css';
import type { MenuEntry } from './navigation.ts';

interface MenuEntriesProps {
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
  /** After the entries. */
  readonly children?: ReactNode;
  /** Called when a link is followed, to close the menu. */
  readonly onFollow?: () => void;
}

/** A list of links. Entries without an address yet are greyed, and say so. */
export function MenuEntries({ title, entries, children, onFollow }: MenuEntriesProps) {
  const t = useTranslate();
  const id = useId();
  return (
    <div className={styles['group']}>
      {title !== undefined && (
        <p id={id} className={styles['title']}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id}>
        {entries.map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? (
              <span className={styles['closed']}>
                {t(label)}
                <small>{t('soon.badge')}</small>
              </span>
            ) : (
              <NavLink to={to} end onClick={onFollow}>
                {t(label)}
              </NavLink>
            )}
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}
