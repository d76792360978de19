import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { sharesQuery, type Share } from '../api.ts';

/** Each share that was paid: one for each payer, level and day. */
export function SharesCard() {
  const t = useTranslate();
  const query = useInfiniteQuery(sharesQuery);
  const columns = useColumns();
  return (
    <Card title={t('rebate.list')}>
      <PagedTable
        label={t('rebate.list')}
        size="roomy"
        narrow="cards"
        columns={columns}
        query={query}
        rows={query.data?.pages.flatMap(({ list }) => list)}
        rowKey={({ id }) => String(id)}
        empty={<Empty>{t('rebate.none')}</Empty>}
        skeletonRows={3}
      />
    </Card>
  );
}

function useColumns(): readonly Column<Share>[] {
  const t = useTranslate();
  const language = useLanguage();
  const amount = (value: string, currency: string): string =>
    `${grouped(value, language)} ${currency}`;
  return [
    { name: 'day', header: t('rebate.day'), cell: ({ day }) => day },
    { name: 'account', header: t('rebate.account'), cell: ({ account }) => account },
    { name: 'level', header: t('rebate.level'), cell: ({ level }) => level },
    {
      name: 'fees',
      header: t('rebate.fees'),
      cell: ({ fees, currency }) => amount(fees, currency),
    },
    {
      name: 'rate',
      header: t('rebate.rate'),
      cell: ({ rate }) => `${grouped(rate, language)}%`,
    },
    {
      name: 'share',
      header: t('rebate.share'),
      cell: (share) => amount(share.amount, share.currency),
    },
  ];
}
