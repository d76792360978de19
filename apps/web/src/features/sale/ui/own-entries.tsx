import { useQuery } from '@tanstack/react-query';
import { dateAndTime, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { ownEntriesQuery } from '../api.ts';
import type { OwnEntry, SaleKind } from '../model/sale.ts';

const TONES = { open: 'accent', settled: 'success', taken: 'warn' } as const;

/** The own commitments to sales of a kind, the newest first. */
export function OwnEntries({ kind }: { readonly kind: SaleKind }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(ownEntriesQuery(kind));
  const columns = useColumns();
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <DataTable
      label={t('sale.ownList')}
      columns={columns}
      rows={data}
      rowKey={({ number }) => number}
      empty={<Empty>{t('sale.noOwn')}</Empty>}
      skeletonRows={2}
      size="roomy"
      narrow="wideCards"
    />
  );
}

function useColumns(): readonly Column<OwnEntry>[] {
  const t = useTranslate();
  const language = useLanguage();
  const figure = (plain: string): string => grouped(plain, language);
  const decided = (entry: OwnEntry, plain: string): string =>
    entry.state === 'settled' ? figure(plain) : MISSING;
  return [
    { name: 'sale', header: t('sale.name'), cell: ({ title }) => title },
    { name: 'time', header: t('sale.time'), align: 'start', cell: ({ time }) => time },
    {
      name: 'state',
      header: t('sale.entryState'),
      align: 'start',
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`sale.entryState.${state}`)}</Badge>,
    },
    {
      name: 'committed',
      header: t('sale.committed'),
      cell: ({ committed, money }) => `${figure(committed)} ${money}`,
    },
    {
      name: 'allotted',
      header: t('sale.allotted'),
      cell: (entry) =>
        entry.state === 'settled' ? `${figure(entry.allotted)} ${entry.coin}` : MISSING,
    },
    { name: 'paid', header: t('sale.paid'), cell: (entry) => decided(entry, entry.paid) },
    {
      name: 'refunded',
      header: t('sale.refunded'),
      cell: (entry) => decided(entry, entry.refunded),
    },
    { name: 'bound', header: t('sale.bound'), cell: (entry) => decided(entry, entry.bound) },
    {
      name: 'next',
      header: t('sale.next'),
      cell: ({ nextMs }) => (nextMs === 0 ? MISSING : dateAndTime(nextMs)),
    },
  ];
}
