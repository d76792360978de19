import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { endedQuery } from '../api.ts';
import type { Loan } from '../model/loan.ts';
import styles from './ended-loans.module.css';
import { Steps } from './steps.tsx';

/** Own loans that are over, each with its cost. A button shows the history of one. */
export function EndedLoans() {
  const t = useTranslate();
  const query = useInfiniteQuery(endedQuery);
  const [shown, show] = useState<Loan>();
  const columns = useColumns(show);
  return (
    <Card title={t('loan.ended')}>
      <PagedTable
        label={t('loan.ended')}
        size="roomy"
        columns={columns}
        query={query}
        rows={query.data?.pages.flat()}
        rowKey={({ id }) => id}
        empty={<Empty>{t('loan.noneEnded')}</Empty>}
        skeletonRows={2}
        narrow="wideCards"
      />
      {shown !== undefined && (
        <Dialog
          isOpen
          title={t('loan.number', { id: String(shown.id) })}
          onClose={() => show(undefined)}
        >
          <Steps loan={shown} />
        </Dialog>
      )}
    </Card>
  );
}

function useColumns(onHistory: (loan: Loan) => void): readonly Column<Loan>[] {
  const t = useTranslate();
  const language = useLanguage();
  const money = (amount: string, { coin }: Loan): string => `${grouped(amount, language)} ${coin}`;
  return [
    {
      name: 'loan',
      header: t('loan.column.loan'),
      cell: ({ id }) => t('loan.number', { id: String(id) }),
    },
    {
      name: 'pair',
      header: t('loan.column.pair'),
      align: 'start',
      cell: ({ collateral, coin }) => t('loan.pair', { collateral, coin }),
    },
    {
      name: 'times',
      header: t('loan.column.times'),
      cell: ({ openedMs, endedMs }) => (
        <span className={styles['lines']}>
          <span>{dateAndTime(openedMs)}</span>
          <span>{dateAndTime(endedMs)}</span>
        </span>
      ),
    },
    {
      name: 'borrowed',
      header: t('loan.column.borrowed'),
      cell: (loan) => money(loan.borrowed, loan),
    },
    {
      name: 'repaid',
      header: t('loan.column.repaid'),
      cell: (loan) => money(loan.repaid, loan),
    },
    {
      name: 'interest',
      header: t('loan.column.interest'),
      cell: (loan) => (
        <span className={styles['lines']}>
          <span>{money(loan.interestPaid, loan)}</span>
          {loan.feesPaid !== '0' && (
            <small>{`${t('loan.liquidationFee')}: ${money(loan.feesPaid, loan)}`}</small>
          )}
        </span>
      ),
    },
    {
      name: 'state',
      header: t('loan.column.state'),
      align: 'start',
      cell: ({ state }) => (
        <Badge tone={state === 'repaid' ? 'success' : 'danger'}>{t(`loan.state.${state}`)}</Badge>
      ),
    },
    {
      name: 'history',
      header: t('loan.history'),
      cell: (loan) => (
        <Button isSmall onClick={() => onHistory(loan)}>
          {t('loan.history')}
        </Button>
      ),
    },
  ];
}
