import type { ReactNode } from 'react';
import styles from './form-card.module.css';

/**
 * The frame of a page that is one form: logging in, registering, a new password. What follows the
 * form in `WaysOn` leads elsewhere.
 */
export function FormCard({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['stage']}>
      <div className={styles['card']}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}

/** Under a form: where one goes who came for something else. */
export function WaysOn({ children }: { readonly children: ReactNode }) {
  return <div className={styles['ways']}>{children}</div>;
}
