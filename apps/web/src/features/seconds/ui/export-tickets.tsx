import type { MicroOrder } from '@meridian/contract/seconds/calls';
import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { closedPage } from '../api.ts';

/** All closed seconds contracts as a file, with the ticks that each was settled by. */
export function ExportTickets() {
  const t = useTranslate();
  const columns: readonly ExportColumn<MicroOrder>[] = [
    { header: t('margin.column.id'), text: ({ id }) => String(id) },
    { header: t('seconds.time'), isTime: true, text: ({ create_time }) => create_time },
    { header: t('seconds.pair'), text: ({ symbol_name }) => symbol_name },
    {
      header: t('seconds.direction'),
      text: ({ type }) => t(type === 1 ? 'seconds.up' : 'seconds.down'),
    },
    { header: t('seconds.duration'), text: ({ seconds }) => String(seconds) },
    { header: t('seconds.amount'), text: ({ number }) => number },
    { header: t('wallet.coin'), text: ({ currency_name }) => currency_name },
    { header: t('orders.fee'), text: ({ fee }) => fee },
    {
      header: t('seconds.result'),
      text: ({ result }) => (result === '' ? '' : t(`seconds.result.${result}`)),
    },
    { header: t('seconds.profitLoss'), text: ({ net_profits }) => net_profits },
    { header: t('seconds.openPrice'), text: ({ open_price }) => open_price },
    {
      header: `${t('seconds.openPrice')} #`,
      text: ({ open_tick }) => (open_tick === 0 ? '' : String(open_tick)),
    },
    { header: t('seconds.endPrice'), text: ({ end_price }) => end_price },
    {
      header: `${t('seconds.endPrice')} #`,
      text: ({ end_tick }) => (end_tick === 0 ? '' : String(end_tick)),
    },
  ];
  return (
    <ExportButton
      name="seconds"
      columns={columns}
      rows={() => allRows(closedPage, ({ id }) => id)}
    />
  );
}
