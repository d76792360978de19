import { POSITIONS_PER_PAGE } from '@meridian/contract/margin/bounds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMarketOf } from '../../realtime/market-figures.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { DataTable } from '../../shared/ui/data-table.tsx';
import { LoadMore } from '../../shared/ui/load-more.tsx';
import { Pagination } from '../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import { directionOf, grouped } from '../../shared/figures.ts';
import { allPositionsQuery, historyQuery } from './positions-api.ts';
import styles from './records-page.module.css';
import { ExportPositions } from './ui/export-positions.tsx';
import { usePositionColumns } from './ui/position-columns.tsx';

const LISTS = ['orders', 'log'] as const;
type ListName = (typeof LISTS)[number];

/** All leveraged orders and positions, and the log of the contract wallet. */
export function MarginRecordsPage() {
  const t = useTranslate();
  const [list, setList] = useState<ListName>('orders');
  return (
    <div className={styles['page']}>
      <h1>{t('feature.marginOrders')}</h1>
      <section className={styles['panel']} aria-label={t('feature.marginOrders')}>
        <TabSet
          label={t('feature.marginOrders')}
          value={list}
          onChange={setList}
          tabs={LISTS.map((name) => ({ name, label: t(`position.records.${name}`) }))}
          tools={list === 'orders' && <ExportPositions />}
        >
          <TabContent name="orders">{list === 'orders' && <AllPositions />}</TabContent>
          <TabContent name="log">{list === 'log' && <WalletLog />}</TabContent>
        </TabSet>
      </section>
    </div>
  );
}

function Way() {
  const t = useTranslate();
  return (
    <ButtonLink to="/leverdealCenter" isSmall>
      {t('position.openFirst')}
    </ButtonLink>
  );
}

function AllPositions() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(allPositionsQuery(page));
  const columns = usePositionColumns({ marketOf: useMarketOf(), list: 'all' });
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label={t('position.records.orders')}
        columns={columns}
        rows={data?.positions}
        rowKey={({ id }) => id}
        empty={<Empty action={<Way />}>{t('position.empty')}</Empty>}
      />
      {data !== undefined && (
        <Pagination
          page={page}
          pageCount={Math.ceil(data.total / POSITIONS_PER_PAGE)}
          onPage={setPage}
        />
      )}
    </>
  );
}

function WalletLog() {
  const t = useTranslate();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery(historyQuery(page, language));
  if (data === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        label={t('position.records.log')}
        columns={[
          {
            name: 'type',
            header: t('position.column.type'),
            cell: ({ kind, market, position }) =>
              [kind, market, position === 0 ? '' : `#${position}`]
                .filter((part) => part !== '')
                .join(' · '),
          },
          {
            name: 'number',
            header: t('position.column.number'),
            cell: ({ amount, currency }) => (
              <span
                className={directionOf(amount)}
              >{`${grouped(amount, language)} ${currency}`}</span>
            ),
          },
          { name: 'time', header: t('orders.time'), cell: ({ time }) => time },
        ]}
        rows={data}
        rowKey={({ id }) => id}
        empty={<Empty action={<Way />}>{t('position.emptyLog')}</Empty>}
        size="roomy"
      />
      {data?.length === POSITIONS_PER_PAGE && (
        <LoadMore isBusy={isFetching} onClick={() => setPage(page + 1)} />
      )}
    </>
  );
}
