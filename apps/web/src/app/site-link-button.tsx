import type { ReactNode } from 'react';
import type { SiteLink } from '../shared/site-api.ts';
import { useSiteAddress, useSiteLink } from '../shared/site-links.ts';
import styles from './site-link-button.module.css';

interface SiteLinkButtonProps {
  readonly link: SiteLink;
  /** Its accessible name, if its content is a sign. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Opens a link that the operator has set. An application without one is not offered. */
export function SiteLinkButton({ link, label, children }: SiteLinkButtonProps) {
  const open = useSiteLink(link);
  const address = useSiteAddress(link);
  if (link === 'app' && address === undefined) return null;
  return (
    <button
      type="button"
      className={label === undefined ? undefined : styles['sign']}
      aria-label={label}
      title={label}
      onClick={open}
    >
      {children}
    </button>
  );
}
