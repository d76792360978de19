import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { WALLET_LABELS } from '../../../shared/wallets.ts';
import { transfersQuery } from '../transfers-api.ts';
import type { Transfer } from '../model/movement.ts';
import { shownAmount } from '../model/transfer-form.ts';
import styles from './transfer-log.module.css';

/** Transfers between the own wallets, newest first. @param isAlone without the form beside it */
export function TransferLog({ isAlone = false }: { readonly isAlone?: boolean }) {
  const t = useTranslate();
  const query = useInfiniteQuery(transfersQuery);
  const rows = query.data?.pages.flatMap((page) => page.transfers);
  const columns = useColumns();
  const empty = (
    <Empty
      action={
        isAlone && (
          <ButtonLink to="/transferLegal" isSmall>
            {t('transfer.first')}
          </ButtonLink>
        )
      }
    >
      {t('transfer.none')}
    </Empty>
  );
  return (
    <Card title={t('transfer.log')}>
      <PagedTable
        label={t('transfer.log')}
        size="roomy"
        columns={columns}
        query={query}
        rows={rows}
        rowKey={({ id }) => id}
        empty={empty}
        skeletonRows={5}
      />
    </Card>
  );
}

function useColumns(): readonly Column<Transfer>[] {
  const t = useTranslate();
  const language = useLanguage();
  return [
    { name: 'time', header: t('transfer.time'), cell: ({ time }) => time },
    {
      name: 'way',
      header: t('transfer.way'),
      align: 'start',
      cell: ({ from, to }) => (
        <span className={styles['way']}>
          <span>{t(WALLET_LABELS[from])}</span>
          <span aria-hidden="true">→</span>
          <span>{t(WALLET_LABELS[to])}</span>
        </span>
      ),
    },
    {
      name: 'amount',
      header: t('transfer.amount'),
      cell: ({ amount, currency }) => `${grouped(shownAmount(amount), language)} ${currency}`,
    },
  ];
}
