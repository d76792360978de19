import { NETWORKS } from '@meridian/contract/custody/networks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { Trace } from '../../../shared/ui/trace.tsx';
import type { depositsQuery } from '../deposits-api.ts';
import type { Deposit } from '../model/deposit.ts';
import styles from './lists.module.css';

const TONES = {
  pending: 'accent',
  credited: 'success',
  reversed: 'danger',
  ignored: 'warn',
} as const satisfies Record<Deposit['status'], string>;

/** Deposits, newest first, with their confirmations as they arrive. */
export function DepositList({
  query: options,
}: {
  readonly query: ReturnType<typeof depositsQuery>;
}) {
  const t = useTranslate();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(options);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const columns: readonly Column<Deposit>[] = [
    {
      name: 'number',
      header: t('wallet.amount'),
      cell: ({ amount, code, status, confirmations, confirmationsNeeded: needed }) => (
        <span className={styles['main']}>
          <span>
            {inCurrency(amount, code)} {code}
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
      cell: ({ network }) => NETWORKS[network].label,
    },
    {
      name: 'time',
      header: t('wallet.time'),
      align: 'start',
      cell: ({ createdAt }) => createdAt,
    },
    {
      name: 'hash',
      header: t('wallet.hash'),
      align: 'start',
      cell: ({ hash }) => <Trace text={hash} what={t('wallet.hash')} />,
    },
  ];
  return (
    <PagedTable
      label={t('wallet.deposits')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<Empty>{t('wallet.noDeposits')}</Empty>}
      skeletonRows={1}
    />
  );
}
