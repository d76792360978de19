import { useEffect, useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import styles from './live-badge.module.css';

export type LiveStatus = 'live' | 'connecting' | 'stale' | 'offline';

interface LiveBadgeProps {
  readonly status: LiveStatus;
  readonly sinceMs: number;
  /** Not announced: the badge in the header announces for all. */
  readonly isQuiet?: boolean;
}

const TICK_MS = 1_000;
const TEXTS = {
  live: 'status.live',
  connecting: 'status.connecting',
  stale: 'status.stale',
  offline: 'status.offline',
} as const;

/** The connection state of the screen as a dot and a word; stale data shows its age. */
export function LiveBadge({ status, sinceMs, isQuiet = false }: LiveBadgeProps) {
  const t = useTranslate();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (status === 'live') return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [status]);
  const seconds = Math.max(0, Math.round((nowMs - sinceMs) / 1000));
  return (
    <span className={styles['badge']} data-status={status}>
      <span aria-hidden="true" className={styles['dot']} />
      <span role={isQuiet ? undefined : 'status'}>{t(TEXTS[status])}</span>
      {status !== 'live' && seconds > 1 && (
        <span aria-hidden="true">{t('status.age', { seconds })}</span>
      )}
    </span>
  );
}
