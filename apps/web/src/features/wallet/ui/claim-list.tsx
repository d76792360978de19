import type { Output } from '@meridian/contract/client/named-calls';
import type { CLAIM_STATES } from '@meridian/contract/custody/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { claimsQuery } from '../api.ts';
import styles from './lists.module.css';
import { Trace } from './trace.tsx';

type Claim = Output<'POST /api/wallet/claims'>['list'][number];

const TONES = { open: 'accent', matched: 'success', rejected: 'danger' } as const satisfies Record<
  (typeof CLAIM_STATES)[number],
  string
>;

/** Deposits that were applied for by hand, newest first, and what was decided. */
export function ClaimList() {
  const t = useTranslate();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(claimsQuery);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const { shown, hasMore, showMore } = useShownRows(rows ?? [], query);
  const columns: readonly Column<Claim>[] = [
    {
      name: 'amount',
      header: t('wallet.amount'),
      cell: ({ amount, currency_name, status }) => (
        <span className={styles['main']}>
          <span>
            {inCurrency(amount, currency_name)} {currency_name}
          </span>
          <Badge tone={TONES[status]}>{t(`wallet.claimStatus.${status}`)}</Badge>
        </span>
      ),
    },
    {
      name: 'time',
      header: t('wallet.time'),
      align: 'start',
      cell: ({ created_time }) => created_time,
    },
    {
      name: 'hash',
      header: t('wallet.hash'),
      align: 'start',
      cell: ({ hash }) => <Trace text={hash} what={t('wallet.hash')} />,
    },
    { name: 'reason', header: t('wallet.reason'), align: 'start', cell: ({ reason }) => reason },
  ];
  if (rows === undefined && query.error !== null)
    return <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label={t('wallet.claims')}
        size="roomy"
        columns={columns}
        rows={rows && shown}
        rowKey={({ id }) => id}
        empty={<Empty>{t('wallet.noClaims')}</Empty>}
        skeletonRows={1}
      />
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}
