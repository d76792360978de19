import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { statementQuery } from '../api.ts';
import { KIND_NAMES } from './kind-name.ts';
import type { InterestDay } from '../model/product.ts';

/** Interest of each day with all that it was computed from. */
export function StatementTable() {
  const t = useTranslate();
  const language = useLanguage();
  const query = useInfiniteQuery(statementQuery);
  const columns: readonly Column<InterestDay>[] = [
    { name: 'day', header: t('earn.date'), cell: ({ day }) => day },
    {
      name: 'product',
      header: t('earn.product'),
      align: 'start',
      cell: ({ kind, product, lock }) =>
        lock === 0
          ? `${t(KIND_NAMES[kind])} ${product}`
          : t('earn.lockOf', { product: t(KIND_NAMES[kind]), lock }),
    },
    {
      name: 'principal',
      header: t('earn.principal'),
      cell: ({ principal, currency }) => `${grouped(principal, language)} ${currency}`,
    },
    {
      name: 'rate',
      header: t('earn.dayRate'),
      cell: ({ rate }) => `${grouped(rate, language)}%`,
    },
    {
      name: 'formula',
      header: t('earn.formula'),
      align: 'start',
      cell: ({ formula, paidDays: days }) =>
        formula === 'savings'
          ? t('earn.formulaSavings')
          : t('earn.formulaLock', { days, before: days - 1 }),
    },
    {
      name: 'interest',
      header: t('earn.interest'),
      cell: ({ interest }) => grouped(interest, language),
    },
  ];
  return (
    <PagedTable
      query={query}
      label={t('earn.statement')}
      columns={columns}
      rows={query.data?.pages.flatMap(({ rows }) => rows)}
      rowKey={({ day, product, lock }) => `${day} ${product} ${lock}`}
      empty={<Empty>{t('earn.noInterest')}</Empty>}
      narrow="wideCards"
    />
  );
}
