import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { ratesQuery } from '../api.ts';
import type { RateDay } from '../model/product.ts';

/** Days of a savings product that are over. */
export function RateTable({ id }: { readonly id: number }) {
  const t = useTranslate();
  const language = useLanguage();
  const query = useInfiniteQuery(ratesQuery(id));
  const columns: readonly Column<RateDay>[] = [
    { name: 'day', header: t('earn.date'), cell: ({ day }) => day },
    {
      name: 'rate',
      header: t('earn.dayRate'),
      cell: ({ rate, isCut }) => (
        <>
          {`${grouped(rate, language)}%`} {isCut && <Badge tone="warn">{t('earn.cut')}</Badge>}
        </>
      ),
    },
    {
      name: 'wanted',
      header: t('earn.wanted'),
      isMinor: true,
      cell: ({ wanted }) => `${grouped(wanted, language)}%`,
    },
    {
      name: 'earned',
      header: t('earn.earnedOn'),
      isMinor: true,
      cell: ({ earnedOn: earned }) => grouped(earned, language),
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
      label={t('earn.rateHistory')}
      columns={columns}
      rows={query.data?.pages.flatMap(({ rows }) => rows)}
      rowKey={({ day }) => day}
      empty={<Empty>{t('earn.noRates')}</Empty>}
      narrow="columns"
    />
  );
}
