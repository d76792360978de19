import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** One sentence, and at most one action. */
export function Empty({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      <p>{children}</p>
      {action}
    </div>
  );
}

/**
 * The error in plain words, with a retry button.
 * @param waitSeconds until a retry makes sense
 */
export function Failure({
  message,
  waitSeconds = 0,
  onRetry,
}: {
  readonly message?: string | undefined;
  readonly waitSeconds?: number;
  readonly onRetry: () => void;
}) {
  const t = useTranslate();
  return (
    <div className={styles['state']} role="alert">
      <p>{message ?? t('error.unknown')}</p>
      <Button isSmall disabled={waitSeconds > 0} onClick={onRetry}>
        {waitSeconds > 0 ? t('auth.codeWait', { seconds: waitSeconds }) : t('action.retry')}
      </Button>
    </div>
  );
}

/** Grey bars in place of rows. They show after a moment, so that quick answers do not flicker. */
export function Skeleton({
  rows,
  height = 20,
}: {
  readonly rows: number;
  readonly height?: number;
}) {
  const t = useTranslate();
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} style={{ height }} />
      ))}
    </div>
  );
}
