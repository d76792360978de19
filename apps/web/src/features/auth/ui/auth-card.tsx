import type { ReactNode } from 'react';
import styles from './auth-card.module.css';

/** The frame of the pages before one is logged in. */
export function AuthCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['stage']}>
      <div className={styles['card']}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}
