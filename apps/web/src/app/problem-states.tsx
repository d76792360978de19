import { useRouteError } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import { Failure, Skeleton } from '../shared/ui/states.tsx';
import { FetchFailure } from './fetch-fresh.ts';
import styles from './problem-states.module.css';

/** A page that broke, or could not be fetched. The frame around it stays. */
export function PageFailure() {
  const t = useTranslate();
  const error = useRouteError();
  return (
    <div className={styles['page']}>
      <Failure message={t(error instanceof FetchFailure ? 'error.chunk' : 'error.page')} onRetry={() => location.reload()} />
    </div>
  );
}

/** Stands where the first page will be, while it is fetched. */
export function PageSkeleton() {
  return (
    <div className={styles['page']}>
      <Skeleton rows={8} height={32} />
    </div>
  );
}
