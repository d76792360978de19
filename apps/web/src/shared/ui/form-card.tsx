import type { ReactNode } from 'react';
import styles from './form-card.module.css';

/**
 * The frame of a page with a single form: logging in, registering, a new password. Links after the
 * form go into `WaysOn`.
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

/** Links below a form, to other places. */
export function WaysOn({ children }: { readonly children: ReactNode }) {
  return <div className={styles['ways']}>{children}</div>;
}
