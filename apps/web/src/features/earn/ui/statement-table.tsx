import { useInfiniteQuery } from '@tanstack/react-query';
import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { statementPage, statementQuery } from '../api.ts';
import type { InterestDay } from '../model/product.ts';
import styles from './earn.module.css';
import { useProductName } from './product-name.ts';

/** Interest of each day with all that it was computed from, and a file of it. */
export function StatementCard() {
  const t = useTranslate();
  return (
    <Card title={t('earn.statement')} about={t('earn.statementAbout')} tools={<ExportInterest />}>
      <StatementTable />
    </Card>
  );
}

function StatementTable() {
  const t = useTranslate();
  const language = useLanguage();
  const query = useInfiniteQuery(statementQuery);
  const nameOf = useRowName();
  const formulaOf = useFormula((plain) => grouped(plain, language));
  const columns: readonly Column<InterestDay>[] = [
    { name: 'day', header: t('earn.date'), cell: ({ day }) => day },
    { name: 'product', header: t('earn.product'), align: 'start', cell: nameOf },
    {
      name: 'principal',
      header: t('earn.principal'),
      cell: ({ principal, currency, formula }) =>
        isGivenBack(formula) ? MISSING : `${grouped(principal, language)} ${currency}`,
    },
    {
      name: 'rate',
      header: t('earn.dayRate'),
      cell: ({ rate, formula }) => (isGivenBack(formula) ? MISSING : `${grouped(rate, language)}%`),
    },
    {
      name: 'formula',
      header: t('earn.formula'),
      align: 'start',
      cell: (row) => <span className={styles['formula']}>{formulaOf(row)}</span>,
    },
    {
      name: 'interest',
      header: t('earn.interest'),
      cell: ({ interest, currency }) => `${grouped(interest, language)} ${currency}`,
    },
  ];
  return (
    <PagedTable
      query={query}
      label={t('earn.statement')}
      columns={columns}
      rows={query.data?.pages.flatMap(({ rows }) => rows)}
      rowKey={keyOf}
      empty={<Empty>{t('earn.noInterest')}</Empty>}
      narrow="wideCards"
    />
  );
}

function ExportInterest() {
  const t = useTranslate();
  const nameOf = useRowName();
  const formulaOf = useFormula((plain) => plain);
  const columns: readonly ExportColumn<InterestDay>[] = [
    { header: t('earn.date'), isTime: true, text: ({ day }) => day },
    { header: t('earn.product'), text: nameOf },
    { header: t('earn.coin'), text: ({ currency }) => currency },
    {
      header: t('earn.principal'),
      text: ({ principal, formula }) => (isGivenBack(formula) ? '' : principal),
    },
    {
      header: `${t('earn.dayRate')} (%)`,
      text: ({ rate, formula }) => (isGivenBack(formula) ? '' : rate),
    },
    { header: t('earn.formula'), text: formulaOf },
    { header: t('earn.interest'), text: ({ interest }) => interest },
  ];
  return (
    <ExportButton name="interest" columns={columns} rows={() => allRows(statementPage, keyOf)} />
  );
}

/** Interest of a lock that ended early: it has neither a principal nor a rate of a day. */
function isGivenBack(formula: InterestDay['formula']): boolean {
  return formula === 'exit' || formula === 'debt';
}

function keyOf({ day, product, lock }: InterestDay): string {
  return `${day} ${product} ${lock}`;
}

function useRowName(): (row: InterestDay) => string {
  const t = useTranslate();
  const nameOf = useProductName();
  return (row) => {
    const product = nameOf(row);
    return row.lock === 0 ? product : t('earn.lockOf', { product, lock: row.lock });
  };
}

/** @param figure writes an amount */
function useFormula(figure: (plain: string) => string): (row: InterestDay) => string {
  const t = useTranslate();
  return ({ formula, paidDays: days, principal, rate }) => {
    switch (formula) {
      case 'savings':
        return t('earn.formulaSavings');
      case 'lock':
        return t('earn.formulaLock', { days, before: days - 1 });
      case 'exit':
        return t('earn.formulaExit', { paid: figure(principal), rate: figure(rate) });
      case 'debt':
        return t('earn.formulaDebt', { paid: figure(principal) });
    }
  };
}
