import type { Output } from '@meridian/contract/client/named-calls';
import type { DEPOSIT_STATES } from '@meridian/contract/custody/calls';
import { NETWORK_TITLES } from '@meridian/contract/custody/network-titles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { LoadMore, useShownRows } from '../../../shared/ui/load-more.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import type { depositsQuery } from '../api.ts';
import styles from './lists.module.css';
import { Trace } from './trace.tsx';

type Deposit = Output<'POST /api/wallet/deposits'>['list'][number];

const TONES = {
  pending: 'accent',
  credited: 'success',
  reversed: 'danger',
  ignored: 'warn',
} as const satisfies Record<(typeof DEPOSIT_STATES)[number], string>;

/** What has come in, newest first, with its confirmations as they arrive. */
export function DepositList({
  query: options,
}: {
  readonly query: ReturnType<typeof depositsQuery>;
}) {
  const t = useTranslate();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(options);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const { shown, hasMore, showMore } = useShownRows(rows ?? [], query);
  const columns: readonly Column<Deposit>[] = [
    {
      name: 'number',
      header: t('wallet.amount'),
      cell: ({ number, currency_name, status, confirmations, confirmations_needed: needed }) => (
        <span className={styles['main']}>
          <span>
            {inCurrency(number, currency_name)} {currency_name}
          </span>
          <Badge tone={TONES[status]}>
            {status === 'pending'
              ? t('wallet.confirming', { count: confirmations, needed })
              : t(`wallet.depositStatus.${status}`)}
          </Badge>
        </span>
      ),
    },
    {
      name: 'network',
      header: t('wallet.network'),
      align: 'start',
      cell: ({ network }) => NETWORK_TITLES[network],
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
  ];
  if (rows === undefined && query.error !== null)
    return <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label={t('wallet.deposits')}
        size="roomy"
        columns={columns}
        rows={rows && shown}
        rowKey={({ id }) => id}
        empty={<Empty>{t('wallet.noDeposits')}</Empty>}
        skeletonRows={1}
      />
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}
