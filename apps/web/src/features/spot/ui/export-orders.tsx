import type { FinishedOrder, Fill } from '../model/order.ts';
import { dateAndTime } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { finishedOrdersPage } from '../orders-api.ts';
import type { OrderFilter } from '../model/order-filter.ts';
import { orderKind } from '../model/order-kind.ts';
import { orderReason } from '../model/order-reason.ts';

interface ExportProps {
  readonly filter: OrderFilter;
}

/** The history of orders as a file: how each ended, and why. */
export function ExportOrders({ filter }: ExportProps) {
  const t = useTranslate();
  const columns: readonly ExportColumn<FinishedOrder>[] = [
    { header: t('orders.id'), text: ({ id }) => String(id) },
    { header: t('orders.time'), isTime: true, text: ({ endedAt }) => endedAt },
    { header: t('orders.pair'), text: ({ symbol }) => symbol },
    {
      header: t('orders.direction'),
      text: ({ side }) => t(side === 'buy' ? 'side.buy' : 'side.sell'),
    },
    { header: t('orders.type'), text: (order) => t(orderKind(order)) },
    { header: t('orders.limitPrice'), text: ({ limitPrice }) => limitPrice },
    {
      header: t('orders.averagePrice'),
      text: ({ fills, averagePrice }) => (fills.length === 0 ? '' : averagePrice),
    },
    { header: t('orders.quantity'), text: ({ quantity }) => quantity },
    { header: t('orders.filled'), text: ({ filledQuantity }) => filledQuantity },
    { header: t('orders.dealTotal'), text: ({ total }) => total },
    {
      header: t('orders.fee'),
      text: ({ fee }) => fee,
    },
    { header: `${t('orders.fee')}: ${t('wallet.coin')}`, text: ({ feeCurrency }) => feeCurrency },
    { header: t('orders.rebate'), text: ({ rebate }) => rebate },
    {
      header: `${t('orders.rebate')}: ${t('wallet.coin')}`,
      text: ({ rebateCurrency }) => rebateCurrency,
    },
    { header: t('orders.status'), text: ({ statusName }) => statusName },
    { header: t('position.column.reason'), text: (order) => reasonText(t, order) },
  ];
  return <ExportButton name="orders" columns={columns} rows={() => allOrders(filter)} />;
}

interface Deal {
  readonly order: FinishedOrder;
  readonly fill: Fill;
}

/** The trades of those orders as a file. */
export function ExportDeals({ filter }: ExportProps) {
  const t = useTranslate();
  const columns: readonly ExportColumn<Deal>[] = [
    { header: t('orders.tradeId'), text: ({ fill }) => String(fill.id) },
    { header: t('orders.id'), text: ({ order }) => String(order.id) },
    { header: t('orders.time'), isTime: true, text: ({ fill }) => dateAndTime(fill.timeMs) },
    { header: t('orders.pair'), text: ({ order }) => order.symbol },
    {
      header: t('orders.direction'),
      text: ({ order }) => t(order.side === 'buy' ? 'side.buy' : 'side.sell'),
    },
    { header: t('orders.price'), text: ({ fill }) => fill.price },
    { header: t('orders.quantity'), text: ({ fill }) => fill.quantity },
    { header: t('orders.dealTotal'), text: ({ fill }) => fill.total },
    { header: t('orders.fee'), text: ({ fill }) => fill.fee },
    { header: `${t('orders.fee')}: ${t('wallet.coin')}`, text: ({ order }) => order.feeCurrency },
    { header: t('orders.rebate'), text: ({ fill }) => fill.rebate },
    {
      header: `${t('orders.rebate')}: ${t('wallet.coin')}`,
      text: ({ order }) => order.rebateCurrency,
    },
  ];
  return (
    <ExportButton
      name="trades"
      columns={columns}
      rows={async () =>
        (await allOrders(filter)).flatMap((order) => order.fills.map((fill) => ({ order, fill })))
      }
    />
  );
}

function allOrders(filter: OrderFilter): Promise<FinishedOrder[]> {
  return allRows(
    (page) => finishedOrdersPage(filter, page),
    ({ id }) => id,
  );
}

function reasonText(t: ReturnType<typeof useTranslate>, order: FinishedOrder): string {
  const id = orderReason(order);
  return id === undefined ? '' : t(id);
}
