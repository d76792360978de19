import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

interface PageFrameProps {
  readonly title: string;
  readonly about: ReactNode;
  /** Links to pages beside this one. */
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}

/** A page of cards: its title, its introduction, and the cards below each other. */
export function PageFrame({ title, about, ways, children }: PageFrameProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <h1>{title}</h1>
        <p>{about}</p>
        {ways}
      </header>
      {children}
    </div>
  );
}
