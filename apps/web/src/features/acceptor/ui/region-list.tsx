import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '@meridian/contract/client/api-error';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { regionQuery } from '../api.ts';

/** The users of the agent's own region. Other users see that they are no agent. */
export function RegionList() {
  const t = useTranslate();
  const query = useInfiniteQuery(regionQuery);
  const rows = query.data?.pages.flatMap((page) => page.list);
  if (
    rows === undefined &&
    query.error instanceof ApiError &&
    query.error.code === 'not_regional_agent'
  )
    return <Empty>{query.error.message}</Empty>;
  const columns = [
    {
      name: 'city',
      header: t('acceptor.city'),
      cell: ({ city, district }: Row) => `${city} ${district}`,
    },
    {
      name: 'phone',
      header: t('auth.phone'),
      align: 'start' as const,
      cell: ({ phone }: Row) => phone,
    },
    { name: 'time', header: t('acceptor.time'), cell: ({ time }: Row) => time },
  ];
  return (
    <PagedTable
      label={t('acceptor.regionUsers')}
      size="roomy"
      columns={columns}
      query={query}
      rows={rows}
      rowKey={({ phone, time }) => `${phone} ${time}`}
      empty={<Empty>{t('acceptor.noRegionUsers')}</Empty>}
      skeletonRows={4}
    />
  );
}

interface Row {
  readonly city: string;
  readonly district: string;
  readonly phone: string;
  readonly time: string;
}
