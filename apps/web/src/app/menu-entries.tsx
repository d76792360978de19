import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslate, type MessageId } from '../shared/i18n/translate.ts';
import type { SiteLink } from '../shared/site-api.ts';
import { useSiteAddress } from '../shared/site-links.ts';
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
  const id = useId();
  return (
    <div className={styles['group']}>
      {title !== undefined && (
        <p id={id} className={styles['title']}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <EntryLink entry={entry} onFollow={onFollow} />
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}

interface LinkProps {
  readonly onFollow: (() => void) | undefined;
}

function EntryLink({ entry, onFollow }: LinkProps & { readonly entry: MenuEntry }) {
  const t = useTranslate();
  const { label, to } = entry;
  if (to !== undefined)
    return (
      <NavLink to={to} end onClick={onFollow}>
        {t(label)}
      </NavLink>
    );
  if ('link' in entry && entry.link !== undefined)
    return <SiteEntryLink label={label} link={entry.link} onFollow={onFollow} />;
  return <Closed label={label} />;
}

/** Leads where the operator has set: to a page of ours, or to another site in a new tab. */
function SiteEntryLink({
  label,
  link,
  onFollow,
}: LinkProps & { readonly label: MessageId; readonly link: SiteLink }) {
  const t = useTranslate();
  const address = useSiteAddress(link);
  if (address === undefined) return <Closed label={label} />;
  if (address.startsWith('/'))
    return (
      <NavLink to={address} end onClick={onFollow}>
        {t(label)}
      </NavLink>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {t(label)}
    </a>
  );
}

function Closed({ label }: { readonly label: MessageId }) {
  const t = useTranslate();
  return (
    <span className={styles['closed']}>
      {t(label)}
      <small>{t('soon.badge')}</small>
    </span>
  );
}
