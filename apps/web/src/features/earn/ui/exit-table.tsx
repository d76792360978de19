import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import styles from './earn.module.css';
import type { ExitRow } from '../model/product.ts';

/** The interest paid by each day of the term, and the part of it that an early exit keeps. */
export function ExitTable({
  rows,
  currency,
}: {
  readonly rows: readonly ExitRow[];
  readonly currency: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const columns: readonly Column<ExitRow>[] = [
    { name: 'day', header: t('earn.day'), cell: ({ day }) => grouped(String(day), language) },
    {
      name: 'interest',
      header: t('earn.paid'),
      cell: ({ interest }) => grouped(interest, language),
    },
    {
      name: 'kept',
      header: t('earn.kept'),
      cell: ({ kept }) => grouped(kept, language),
    },
  ];
  return (
    <section className={styles['exits']} aria-label={t('earn.exitTable')}>
      <h3>{`${t('earn.exitTable')} (${currency})`}</h3>
      <DataTable
        label={t('earn.exitTable')}
        columns={columns}
        rows={rows}
        rowKey={({ day }) => day}
        empty={null}
        narrow="columns"
      />
    </section>
  );
}
