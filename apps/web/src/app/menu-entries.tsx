import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import { useSiteAddress } from '../shared/site-links.ts';
import styles from './menu-entries.module.css';
import type { Entry, MenuEntry, SiteEntry } from './navigation.ts';

interface MenuEntriesProps {
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
  /** After the entries. */
  readonly children?: ReactNode;
  /** Called when a link is followed, to close the menu. */
  readonly onFollow?: () => void;
}

/** A list of links. */
export function MenuEntries({ title, entries, children, onFollow }: MenuEntriesProps) {
  const id = useId();
  return (
    <div className={styles['group']}>
      {title !== undefined && (
        <p id={id} className={styles['title']}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id}>
        {entries.map((entry) =>
          'to' in entry ? (
            <PageEntry key={entry.label} entry={entry} onFollow={onFollow} />
          ) : (
            <LinkEntry key={entry.label} entry={entry} onFollow={onFollow} />
          ),
        )}
        {children}
      </ul>
    </div>
  );
}

interface EntryProps<Kind extends MenuEntry> {
  readonly entry: Kind;
  readonly onFollow: (() => void) | undefined;
}

function PageEntry({ entry: { label, to }, onFollow }: EntryProps<Entry>) {
  const t = useTranslate();
  return (
    <li>
      <NavLink to={to} end onClick={onFollow}>
        {t(label)}
      </NavLink>
    </li>
  );
}

/**
 * Leads where the operator has set: to a page of ours, or to another site in a new tab. Nothing
 * without a link.
 */
function LinkEntry({ entry: { label, link }, onFollow }: EntryProps<SiteEntry>) {
  const t = useTranslate();
  const address = useSiteAddress(link);
  if (address === undefined) return null;
  if (address.startsWith('/'))
    return <PageEntry entry={{ label, to: address }} onFollow={onFollow} />;
  return (
    <li>
      <a href={address} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
        {t(label)}
      </a>
    </li>
  );
}
