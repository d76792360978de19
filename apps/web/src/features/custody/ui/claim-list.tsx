import { useInfiniteQuery } from '@tanstack/react-query';
import { useCurrencyAmount } from '../../../realtime/currency-amounts.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { Trace } from '../../../shared/ui/trace.tsx';
import { claimsQuery } from '../deposits-api.ts';
import type { Claim } from '../model/deposit.ts';
import styles from './lists.module.css';

const TONES = { open: 'accent', matched: 'success', rejected: 'danger' } as const satisfies Record<
  Claim['status'],
  string
>;

/** Deposits that were applied for by hand, newest first, with the decisions. */
export function ClaimList() {
  const t = useTranslate();
  const inCurrency = useCurrencyAmount();
  const query = useInfiniteQuery(claimsQuery);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const columns: readonly Column<Claim>[] = [
    {
      name: 'amount',
      header: t('wallet.amount'),
      cell: ({ amount, code, status }) => (
        <span className={styles['main']}>
          <span>
            {inCurrency(amount, code)} {code}
          </span>
          <Badge tone={TONES[status]}>{t(`wallet.claimStatus.${status}`)}</Badge>
        </span>
      ),
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
    { name: 'reason', header: t('wallet.reason'), align: 'start', cell: ({ reason }) => reason },
  ];
  return (
    <PagedTable
      label={t('wallet.claims')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<Empty>{t('wallet.noClaims')}</Empty>}
      skeletonRows={1}
    />
  );
}
