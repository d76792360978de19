import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface ButtonLinkProps {
  readonly to: string;
  readonly look?: 'accent' | 'up' | 'down' | 'quiet' | 'text';
  readonly isSmall?: boolean;
  /** Accessible name, if the visible word says too little. */
  readonly label?: string;
  /** For the page that it leads to: where it leads back. */
  readonly state?: unknown;
  readonly children: ReactNode;
}

/** A link that looks like a button: it leads to an action. */
export function ButtonLink({
  to,
  look = 'quiet',
  isSmall = false,
  label,
  state,
  children,
}: ButtonLinkProps) {
  return (
    <Link
      to={to}
      state={state}
      className={[styles['button'], styles['link'], styles[look], isSmall && styles['small']]
        .filter(Boolean)
        .join(' ')}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
