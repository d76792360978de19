import type { LeverPosition } from '@meridian/contract/margin/calls';
import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { allPositionsPage } from '../api.ts';
import { feeTaken, limitPrice } from '../model/order-figures.ts';
import { reasonText } from '../model/reason-text.ts';
import { STATUS_TEXT } from './position-columns.tsx';

/** All leveraged orders and positions as a file. */
export function ExportPositions() {
  const t = useTranslate();
  const none = (text: string): string => (text === '0' ? '' : text);
  const columns: readonly ExportColumn<LeverPosition>[] = [
    { header: t('margin.column.id'), text: ({ id }) => String(id) },
    { header: t('margin.pair'), text: ({ symbol }) => symbol },
    {
      header: t('margin.side'),
      text: ({ type }) => t(type === 1 ? 'margin.long' : 'margin.short'),
    },
    { header: t('margin.leverage'), text: ({ multiple }) => String(multiple) },
    { header: t('margin.column.status'), text: ({ status }) => t(STATUS_TEXT[status]) },
    {
      header: t('margin.column.reason'),
      text: ({ reason }) => (reason === '' ? '' : t(reasonText(reason))),
    },
    { header: t('margin.lots'), text: ({ share }) => String(share) },
    { header: t('margin.column.number'), text: ({ number }) => number },
    { header: t('margin.column.limit'), text: (row) => none(limitPrice(row)) },
    { header: t('margin.column.entry'), text: ({ price }) => none(price) },
    {
      header: t('margin.column.close'),
      text: ({ status, now_price }) => (status === 3 ? now_price : ''),
    },
    { header: t('margin.column.profit'), text: ({ profits }) => profits },
    {
      header: t('margin.takeProfit'),
      text: ({ target_profit_price }) => none(target_profit_price),
    },
    { header: t('margin.stopLoss'), text: ({ stop_loss_price }) => none(stop_loss_price) },
    { header: t('margin.margin'), text: ({ origin_caution_money }) => origin_caution_money },
    { header: t('margin.column.fee'), text: (row) => feeTaken(row) ?? '' },
    { header: t('margin.column.overnight'), text: ({ overnight_money }) => overnight_money },
    {
      header: t('margin.column.opened'),
      isTime: true,
      text: ({ transaction_time }) => transaction_time,
    },
    { header: t('margin.column.closed'), isTime: true, text: ({ complete_time }) => complete_time },
  ];
  return (
    <ExportButton
      name="contracts"
      columns={columns}
      rows={() => allRows(allPositionsPage, ({ id }) => id)}
    />
  );
}
