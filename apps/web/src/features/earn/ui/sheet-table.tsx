import { useQuery } from '@tanstack/react-query';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { sheetQuery } from '../api.ts';
import styles from './earn.module.css';
import type { SheetRow } from '../model/product.ts';
import { useProductName } from './product-name.ts';

/** The public balance sheet of the products. */
export function SheetTable() {
  const t = useTranslate();
  const language = useLanguage();
  const nameOf = useProductName();
  const { data, error, refetch } = useQuery(sheetQuery);
  const figure = (text: string) => (
    <span title={grouped(text, language)}>{grouped(shortened(text), language)}</span>
  );
  const columns: readonly Column<SheetRow>[] = [
    {
      name: 'product',
      header: t('earn.product'),
      cell: nameOf,
    },
    { name: 'principal', header: t('earn.principalIn'), cell: (row) => figure(row.principal) },
    {
      name: 'lent',
      header: t('earn.lentOrNot'),
      cell: ({ kind, lent, idle }) =>
        kind === 'savings' ? (
          <>
            {figure(lent)} /<br />
            {figure(idle)}
          </>
        ) : (
          MISSING
        ),
    },
    { name: 'reserved', header: t('earn.reserved'), cell: (row) => figure(row.reserved) },
    { name: 'budget', header: t('earn.budget'), cell: (row) => figure(row.budget) },
    { name: 'income', header: t('earn.income'), cell: (row) => figure(row.income) },
    { name: 'paid', header: t('earn.paid30'), cell: (row) => figure(row.paid) },
    { name: 'losses', header: t('earn.losses30'), cell: (row) => figure(row.losses) },
    {
      name: 'months',
      header: t('earn.months'),
      cell: ({ months }) => (months === null ? MISSING : figure(months)),
    },
  ];
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label={t('earn.sheet')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        empty={<Empty>{t('earn.noProducts')}</Empty>}
        size="roomy"
        narrow="wideCards"
      />
      <InsurancePart rows={data ?? []} />
    </>
  );
}

/** Two decimals of an amount in the hundreds, six of a smaller one: nine columns have to fit. */
function shortened(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, whole.length > 2 ? 2 : 6);
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** The note of the part of borrowers' interest that goes to the insurance, not to savers. */
function InsurancePart({ rows }: { readonly rows: readonly SheetRow[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const rates = new Set(rows.map(({ insuranceRate }) => insuranceRate));
  rates.delete('');
  if (rates.size === 0) return null;
  const rate = [...rates].map((each) => `${grouped(each, language)}%`).join(', ');
  return (
    <p className={`${styles['note']} ${styles['padded']}`}>{t('earn.insurancePart', { rate })}</p>
  );
}
