import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { closedPage } from '../api.ts';
import type { Ticket } from '../model/ticket.ts';

/** All closed seconds contracts as a file, with the ticks that each was settled by. */
export function ExportTickets() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Ticket>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('seconds.time'), isTime: true, text: ({ openedAt }) => openedAt },
    { header: t('seconds.pair'), text: ({ symbol }) => symbol },
    {
      header: t('seconds.direction'),
      text: ({ direction }) => t(`seconds.${direction}`),
    },
    { header: t('seconds.duration'), text: ({ seconds }) => String(seconds) },
    { header: t('seconds.amount'), text: ({ stake }) => stake },
    { header: t('wallet.coin'), text: ({ currency }) => currency },
    { header: t('orders.fee'), text: ({ fee }) => fee },
    {
      header: t('seconds.result'),
      text: ({ result }) => (result === '' ? '' : t(`seconds.result.${result}`)),
    },
    { header: t('seconds.profitLoss'), text: ({ netProfit }) => netProfit },
    { header: t('seconds.openPrice'), text: ({ openPrice }) => openPrice },
    {
      header: `${t('seconds.openPrice')} #`,
      text: ({ openTick }) => (openTick === 0 ? '' : String(openTick)),
    },
    { header: t('seconds.endPrice'), text: ({ endPrice }) => endPrice },
    {
      header: `${t('seconds.endPrice')} #`,
      text: ({ endTick }) => (endTick === 0 ? '' : String(endTick)),
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
