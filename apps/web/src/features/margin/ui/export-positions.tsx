import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { allPositionsPage } from '../positions-api.ts';
import { feeTaken, limitPrice } from '../model/order-figures.ts';
import type { Position } from '../model/position.ts';
import { reasonText } from '../model/reason-text.ts';

/** All leveraged orders and positions as a file. */
export function ExportPositions() {
  const t = useTranslate();
  const none = (text: string): string => (text === '0' ? '' : text);
  const columns: readonly ExportColumn<Position>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('position.pair'), text: ({ symbol }) => symbol },
    {
      header: t('margin.side'),
      text: ({ side }) => t(`margin.${side}`),
    },
    { header: t('margin.leverage'), text: ({ leverage }) => String(leverage) },
    { header: t('position.column.status'), text: ({ list }) => t(`margin.list.${list}`) },
    {
      header: t('position.column.reason'),
      text: ({ reason }) => (reason === '' ? '' : t(reasonText(reason))),
    },
    { header: t('margin.lots'), text: ({ lots }) => String(lots) },
    { header: t('position.column.number'), text: ({ quantity }) => quantity },
    { header: t('position.column.limit'), text: (row) => none(limitPrice(row)) },
    { header: t('margin.entry'), text: ({ entryPrice }) => none(entryPrice) },
    {
      header: t('position.column.close'),
      text: ({ list, indexPrice }) => (list === 'closed' ? indexPrice : ''),
    },
    { header: t('position.column.profit'), text: ({ profit }) => profit },
    {
      header: t('position.takeProfit'),
      text: ({ takeProfit }) => none(takeProfit),
    },
    { header: t('position.stopLoss'), text: ({ stopLoss }) => none(stopLoss) },
    { header: t('margin.margin'), text: ({ margin }) => margin },
    { header: t('margin.column.fee'), text: (row) => feeTaken(row) ?? '' },
    { header: t('margin.overnight'), text: ({ nightFees }) => nightFees },
    {
      header: t('position.column.opened'),
      isTime: true,
      text: ({ openedAt }) => openedAt,
    },
    { header: t('position.column.closed'), isTime: true, text: ({ endedAt }) => endedAt },
  ];
  return (
    <ExportButton
      name="contracts"
      columns={columns}
      rows={() => allRows(allPositionsPage, ({ id }) => id)}
    />
  );
}
