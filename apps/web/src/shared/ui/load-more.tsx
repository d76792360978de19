import { useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import styles from './load-more.module.css';

/** Rows that a list shows at first, and that each "load more" adds. */
const ROWS_AT_ONCE = 8;

export interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The shown part of a list. Fetches more when the loaded rows do not suffice. */
export function useShownRows<Row>(rows: readonly Row[], { hasNextPage, fetchNextPage }: Pages) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const showMore = (): void => {
    setCount(count + ROWS_AT_ONCE);
    if (hasNextPage && rows.length < count + ROWS_AT_ONCE) void fetchNextPage();
  };
  return { shown: rows.slice(0, count), hasMore: rows.length > count || hasNextPage, showMore };
}

/** The foot of a list with more rows. */
export function LoadMore({
  isBusy,
  onClick,
}: {
  readonly isBusy: boolean;
  readonly onClick: () => void;
}) {
  const t = useTranslate();
  return (
    <div className={styles['more']}>
      <Button isSmall look="text" isBusy={isBusy} onClick={onClick}>
        {t('action.loadMore')}
      </Button>
    </div>
  );
}
