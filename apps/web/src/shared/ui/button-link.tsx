import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface ButtonLinkProps {
  readonly to: string;
  readonly look?: 'accent' | 'quiet' | 'text';
  readonly isSmall?: boolean;
  /** Its name where its word alone says too little. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link that looks like a button: it leads to where something is done. */
export function ButtonLink({
  to,
  look = 'quiet',
  isSmall = false,
  label,
  children,
}: ButtonLinkProps) {
  return (
    <Link
      to={to}
      className={[styles['button'], styles['link'], styles[look], isSmall && styles['small']]
        .filter(Boolean)
        .join(' ')}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
