import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { complaintsQuery } from '../api.ts';
import type { Complaint } from '../model/complaint.ts';
import { ComplaintDialog } from './complaint-dialog.tsx';
import styles from './complaint.module.css';
import { StateBadge } from './state-badge.tsx';

/** The complaint that the address names: a link of the inbox opens it. */
const SHOWN = 'id';

/** Own complaints, newest first. */
export function ComplaintList() {
  const t = useTranslate();
  const [query, setQuery] = useSearchParams();
  const complaints = useInfiniteQuery(complaintsQuery);
  const rows = complaints.data?.pages.flatMap(({ list }) => list);
  const { shown, hasMore, showMore } = useShownRows(rows ?? [], complaints);
  const id = Number(query.get(SHOWN) ?? 0);
  if (rows === undefined)
    return complaints.error === null ? (
      <Skeleton rows={4} height={64} />
    ) : (
      <Failure message={complaints.error.message} onRetry={() => void complaints.refetch()} />
    );
  return (
    <>
      {rows.length === 0 && <Empty>{t('complaint.none')}</Empty>}
      <ol className={styles['list']}>
        {shown.map((complaint) => (
          <Row
            key={complaint.id}
            complaint={complaint}
            onRead={() => setQuery({ [SHOWN]: String(complaint.id) })}
          />
        ))}
      </ol>
      {hasMore && <LoadMore isBusy={complaints.isFetchingNextPage} onClick={showMore} />}
      {Number.isSafeInteger(id) && id > 0 && (
        <ComplaintDialog key={id} id={id} onClose={() => setQuery({})} />
      )}
    </>
  );
}

function Row({
  complaint,
  onRead,
}: {
  readonly complaint: Complaint;
  readonly onRead: () => void;
}) {
  const t = useTranslate();
  const { id, subject, state, changedAt } = complaint;
  const name = t('complaint.named', { id: String(id), subject: t(`complaint.subject.${subject}`) });
  return (
    <li className={styles['row']}>
      <div>
        <p>{name}</p>
        <p className={styles['note']}>{t('complaint.changed', { time: changedAt })}</p>
      </div>
      <div className={styles['tools']}>
        <StateBadge state={state} />
        <Button isSmall aria-label={`${t('complaint.read')}: ${name}`} onClick={onRead}>
          {t('complaint.read')}
        </Button>
      </div>
    </li>
  );
}
