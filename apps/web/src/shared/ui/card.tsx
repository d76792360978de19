import { useId, type ReactNode } from 'react';
import styles from './card.module.css';
import { PanelBoundary } from './panel-boundary.tsx';

interface CardProps {
  readonly title: string;
  /** Under the title. */
  readonly about?: string;
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A titled block of a page, roomier than a terminal's `Panel`. An error in it leaves the others
 * intact.
 */
export function Card({ title, about, tools, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2 id={id}>{title}</h2>
          {about !== undefined && <p>{about}</p>}
        </div>
        {tools}
      </div>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}
