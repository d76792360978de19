import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { acceptorsQuery } from '../api.ts';
import { FIAT, type Acceptor } from '../model/acceptor.ts';
import type { DealType } from '../model/deal-form.ts';
import styles from './deal.module.css';
import { DealDialog } from './deal-dialog.tsx';

/** Acceptors with their prices and limits. */
export function AcceptorList({ type }: { readonly type: DealType }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(acceptorsQuery);
  const [chosen, setChosen] = useState<Acceptor>();
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  const columns: readonly Column<Acceptor>[] = [
    { name: 'name', header: t('acceptor.name'), cell: ({ name }) => name },
    {
      name: 'price',
      header: t('acceptor.price'),
      cell: ({ offers }) => `${grouped(offers[type].rate, language)} ${FIAT}`,
    },
    {
      name: 'most',
      header: t('acceptor.most'),
      cell: ({ offers }) => `${grouped(offers[type].most, language)} ${FIAT}`,
    },
    {
      name: 'ways',
      header: t('acceptor.way'),
      align: 'start',
      cell: ({ ways }) => (
        <span className={styles['ways']}>
          {ways.map((way) => (
            <Badge key={way}>{t(`acceptor.way.${way}`)}</Badge>
          ))}
        </span>
      ),
    },
    {
      name: 'action',
      header: t('market.action'),
      cell: (row) => (
        <Button
          isSmall
          look="accent"
          aria-label={t(`acceptor.with.${type}`, { name: row.name })}
          onClick={() => setChosen(row)}
        >
          {t(`acceptor.type.${type}`)}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t(`acceptor.type.${type}`)}
        size="roomy"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        empty={<Empty>{t('acceptor.none')}</Empty>}
        skeletonRows={2}
      />
      {chosen !== undefined && (
        <DealDialog acceptor={chosen} type={type} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}
