import { useInfiniteQuery } from '@tanstack/react-query';
import { MISSING } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { historyQuery } from '../api.ts';
import type { SecurityEntry } from '../model/own-account.ts';

/** Sign-ins and changes of security, newest first. */
export function HistoryCard() {
  const t = useTranslate();
  const query = useInfiniteQuery(historyQuery);
  const entries = query.data?.pages.flatMap(({ list }) => list);
  const columns = useColumns();
  return (
    <Card title={t('history.title')} about={t('history.about')}>
      <PagedTable
        label={t('history.list')}
        size="roomy"
        columns={columns}
        query={query}
        rows={entries}
        rowKey={(entry) => `${entry.createdAt} ${entry.kind} ${entries?.indexOf(entry)}`}
        empty={<Empty>{t('history.none')}</Empty>}
      />
    </Card>
  );
}

function useColumns(): readonly Column<SecurityEntry>[] {
  const t = useTranslate();
  return [
    { name: 'kind', header: t('history.event'), cell: ({ kind }) => t(`securityEvent.${kind}`) },
    {
      name: 'device',
      header: t('sessions.device'),
      align: 'start',
      cell: ({ device }) => (device === '' ? MISSING : device),
    },
    {
      name: 'address',
      header: t('sessions.address'),
      align: 'start',
      cell: ({ address }) => (address === '' ? MISSING : address),
    },
    { name: 'time', header: t('history.time'), cell: ({ createdAt }) => createdAt },
  ];
}
