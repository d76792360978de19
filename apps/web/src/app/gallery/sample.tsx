import type { ReactNode } from 'react';
import styles from './sample.module.css';

/** Some states of one component, under a name. */
export function Sample({
  name,
  isStacked = false,
  children,
}: {
  readonly name: string;
  readonly isStacked?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['sample']}>
      <h3>{name}</h3>
      <div className={styles['states']} data-stacked={isStacked || undefined}>
        {children}
      </div>
    </div>
  );
}

/** A frame of a given width, to show a component in little room. */
export function Frame({
  width,
  children,
}: {
  readonly width: number;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['frame']} style={{ maxWidth: width }}>
      {children}
    </div>
  );
}
