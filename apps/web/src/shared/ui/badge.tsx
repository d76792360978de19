import type { ReactNode } from 'react';
import styles from './badge.module.css';

type Tone = 'neutral' | 'accent' | 'success' | 'warn' | 'danger' | 'up' | 'down';

/**
 * A word for a state or kind. `up` and `down` are for directions, `success` and `danger` for
 * outcomes.
 */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  );
}
