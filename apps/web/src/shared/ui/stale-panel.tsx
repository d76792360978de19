import type { ReactNode } from 'react';
import { LiveBadge, type LiveStatus } from './live-badge.tsx';
import styles from './stale-panel.module.css';

interface StalePanelProps {
  readonly status: LiveStatus;
  readonly sinceMs: number;
  readonly children: ReactNode;
}

/** Live data. While it is stale it is greyed, with its age; it recovers by itself. */
export function StalePanel({ status, sinceMs, children }: StalePanelProps) {
  const isStale = status === 'stale' || status === 'offline';
  return (
    <div className={styles['panel']}>
      <div className={styles['content']} data-stale={isStale || undefined}>
        {children}
      </div>
      {isStale && (
        <div className={styles['note']}>
          <LiveBadge isQuiet status={status} sinceMs={sinceMs} />
        </div>
      )}
    </div>
  );
}
