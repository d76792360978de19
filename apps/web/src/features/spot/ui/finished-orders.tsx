import type { FinishedOrder, Fill } from '../model/order.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useConnection } from '../../../realtime/connection.ts';
import { useMarketFigures, useMarketOf } from '../../../realtime/market-figures.ts';
import { dateAndTime, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { finishedOrdersQuery, POLL_MS } from '../orders-api.ts';
import { feeText } from '../model/fee-text.ts';
import type { OrderFilter } from '../model/order-filter.ts';
import { orderKind } from '../model/order-kind.ts';
import { orderReason } from '../model/order-reason.ts';
import { DirectionText } from './direction-text.tsx';
import type { OrderListProps } from './order-list.ts';
import styles from './finished-orders.module.css';

const STATUS_LABELS = {
  filled: 'orders.status.filled',
  partlyFilled: 'orders.status.partly_filled',
  cancelled: 'orders.status.cancelled',
} as const satisfies Record<FinishedOrder['status'], MessageId>;

/** Orders that have ended, newest first. */
export function FinishedOrders({ filter, empty: way, size }: OrderListProps) {
  const t = useTranslate();
  const query = useFinishedOrders(filter);
  const columns = useOrderColumns();
  const empty = <Empty action={way}>{t('orders.noHistory')}</Empty>;
  return (
    <PagedTable
      label={t('orders.history')}
      columns={columns}
      query={query}
      rows={query.orders}
      rowKey={({ id }) => id}
      empty={empty}
      skeletonRows={3}
      size={size}
      narrow={size === 'roomy' ? 'wideCards' : 'cards'}
    />
  );
}

interface Deal {
  readonly order: FinishedOrder;
  readonly fill: Fill;
}

/** The deals that those orders made. */
export function FinishedDeals({ filter, empty: way, size }: OrderListProps) {
  const t = useTranslate();
  const query = useFinishedOrders(filter);
  const columns = useDealColumns();
  const deals = query.orders?.flatMap((order): Deal[] =>
    order.fills.map((fill) => ({ order, fill })),
  );
  const empty = <Empty action={way}>{t('orders.noDeals')}</Empty>;
  return (
    <PagedTable
      label={t('orders.deals')}
      columns={columns}
      query={query}
      rows={deals}
      rowKey={({ order, fill }) => `${order.id}:${fill.id}`}
      empty={empty}
      skeletonRows={3}
      size={size}
      narrow={size === 'roomy' ? 'wideCards' : 'cards'}
    />
  );
}

/** Asked for every 5 seconds only while no live socket brings them. */
function useFinishedOrders(filter: OrderFilter) {
  const isLive = useConnection(({ status }) => status === 'live');
  const query = useInfiniteQuery({
    ...finishedOrdersQuery(filter, useLanguage()),
    refetchInterval: isLive ? false : POLL_MS,
  });
  return { ...query, orders: query.data?.pages.flat() };
}

function useOrderColumns(): readonly Column<FinishedOrder>[] {
  const t = useTranslate();
  const feeText = useFeeText();
  const { price, quantity, total } = useMarketFigures();
  return [
    { name: 'time', header: t('orders.time'), cell: ({ endedAtMs }) => dateAndTime(endedAtMs) },
    { name: 'pair', header: t('orders.pair'), align: 'start', cell: ({ symbol }) => symbol },
    {
      name: 'type',
      header: t('orders.type'),
      align: 'start',
      cell: (order) => t(orderKind(order)),
    },
    {
      name: 'quantity',
      header: t('orders.quantity'),
      cell: (order) =>
        `${quantity(order, order.filledQuantity)} / ${quantity(order, order.quantity)}`,
    },
    {
      name: 'limit',
      header: t('orders.limitPrice'),
      cell: (order) => (order.limitPrice === '' ? MISSING : price(order, order.limitPrice)),
    },
    {
      name: 'price',
      header: t('orders.averagePrice'),
      cell: (order) => (order.fills.length === 0 ? MISSING : price(order, order.averagePrice)),
    },
    {
      name: 'dealTotal',
      header: t('orders.dealTotal'),
      cell: (order) => total(order, order.total),
    },
    {
      name: 'fee',
      header: t('orders.fee'),
      cell: (order) => feeText(order, order),
    },
    { name: 'status', header: t('orders.status'), cell: (order) => <StatusText order={order} /> },
    {
      name: 'direction',
      header: t('orders.direction'),
      cell: ({ side }) => <DirectionText side={side} />,
    },
    { name: 'id', header: t('orders.id'), cell: ({ id }) => id },
  ];
}

/** How it ended, and why, where something of it was left. */
function StatusText({ order }: { readonly order: FinishedOrder }) {
  const t = useTranslate();
  const reason = orderReason(order);
  return (
    <>
      {t(STATUS_LABELS[order.status])}
      {reason !== undefined && <span className={styles['reason']}>{t(reason)}</span>}
    </>
  );
}

function useDealColumns(): readonly Column<Deal>[] {
  const t = useTranslate();
  const feeText = useFeeText();
  const { price, quantity, total } = useMarketFigures();
  return [
    { name: 'time', header: t('orders.time'), cell: ({ fill }) => dateAndTime(fill.timeMs) },
    { name: 'pair', header: t('orders.pair'), align: 'start', cell: ({ order }) => order.symbol },
    {
      name: 'direction',
      header: t('orders.direction'),
      align: 'start',
      cell: ({ order }) => <DirectionText side={order.side} />,
    },
    {
      name: 'price',
      header: t('orders.price'),
      cell: ({ order, fill }) => price(order, fill.price),
    },
    {
      name: 'quantity',
      header: t('orders.quantity'),
      cell: ({ order, fill }) => quantity(order, fill.quantity),
    },
    {
      name: 'dealTotal',
      header: t('orders.dealTotal'),
      cell: ({ order, fill }) => total(order, fill.total),
    },
    { name: 'fee', header: t('orders.fee'), cell: ({ order, fill }) => feeText(order, fill) },
    { name: 'order', header: t('orders.id'), cell: ({ order }) => order.id },
    { name: 'id', header: t('orders.tradeId'), cell: ({ fill }) => fill.id },
  ];
}

function useFeeText(): (order: FinishedOrder, paid: Pick<Fill, 'fee' | 'rebate'>) => string {
  const language = useLanguage();
  const marketOf = useMarketOf();
  return (order, paid) => feeText(order, paid, { scale: marketOf(order)?.scale, language });
}
