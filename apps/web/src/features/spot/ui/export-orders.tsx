import type { FinishedOrder } from '@meridian/contract/spot/calls';
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
    { header: t('orders.time'), isTime: true, text: ({ time }) => time },
    { header: t('orders.pair'), text: pairOf },
    {
      header: t('orders.direction'),
      text: ({ type }) => t(type === 'in' ? 'side.buy' : 'side.sell'),
    },
    { header: t('orders.type'), text: (order) => t(orderKind(order)) },
    { header: t('orders.limitPrice'), text: ({ limit_price }) => limit_price },
    {
      header: t('orders.averagePrice'),
      text: ({ fills, price }) => (fills.length === 0 ? '' : price),
    },
    { header: t('orders.quantity'), text: ({ total_number }) => total_number },
    { header: t('orders.filled'), text: ({ number }) => number },
    { header: t('orders.dealTotal'), text: ({ total }) => total },
    {
      header: t('orders.fee'),
      text: ({ type, in_fee, out_fee }) => (type === 'in' ? in_fee : out_fee),
    },
    { header: `${t('orders.fee')}: ${t('wallet.coin')}`, text: feeCoinOf },
    { header: t('orders.status'), text: ({ status_name }) => status_name },
    { header: t('margin.column.reason'), text: (order) => reasonText(t, order) },
  ];
  return <ExportButton name="orders" columns={columns} rows={() => allOrders(filter)} />;
}

interface Deal {
  readonly order: FinishedOrder;
  readonly fill: FinishedOrder['fills'][number];
}

/** The trades of those orders as a file. */
export function ExportDeals({ filter }: ExportProps) {
  const t = useTranslate();
  const columns: readonly ExportColumn<Deal>[] = [
    { header: t('orders.tradeId'), text: ({ fill }) => String(fill.id) },
    { header: t('orders.id'), text: ({ order }) => String(order.id) },
    { header: t('orders.time'), isTime: true, text: ({ fill }) => dateAndTime(fill.time_ms) },
    { header: t('orders.pair'), text: ({ order }) => pairOf(order) },
    {
      header: t('orders.direction'),
      text: ({ order }) => t(order.type === 'in' ? 'side.buy' : 'side.sell'),
    },
    { header: t('orders.price'), text: ({ fill }) => fill.price },
    { header: t('orders.quantity'), text: ({ fill }) => fill.number },
    { header: t('orders.dealTotal'), text: ({ fill }) => fill.total },
    { header: t('orders.fee'), text: ({ fill }) => fill.fee },
    { header: `${t('orders.fee')}: ${t('wallet.coin')}`, text: ({ order }) => feeCoinOf(order) },
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

function feeCoinOf({ type, currency_name, legal_name }: FinishedOrder): string {
  return type === 'in' ? currency_name : legal_name;
}

function pairOf({ currency_name, legal_name }: FinishedOrder): string {
  return `${currency_name}/${legal_name}`;
}
