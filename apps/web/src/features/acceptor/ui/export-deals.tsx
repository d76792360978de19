import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { dealsPage } from '../api.ts';
import { COIN } from '../model/acceptor.ts';
import type { Deal, Side } from '../model/deal.ts';

/** All deals of one side as a file, with result and reason of each. */
export function ExportDeals({ side }: { readonly side: Side }) {
  const t = useTranslate();
  const isUser = side === 'user';
  const columns: readonly ExportColumn<Deal>[] = [
    { header: t('position.column.id'), text: ({ id }) => String(id) },
    { header: t('acceptor.time'), isTime: true, text: ({ createdAt }) => createdAt },
    { header: t('acceptor.kind'), text: ({ type }) => t(`acceptor.type.${type}`) },
    { header: t('wallet.coin'), text: () => COIN },
    { header: t('wallet.amount'), text: ({ coins }) => coins },
    { header: t('acceptor.money'), text: ({ money }) => money },
    {
      header: t(isUser ? 'acceptor.name' : 'acceptor.customer'),
      text: (deal) => (isUser ? deal.acceptor : deal.mobile),
    },
    { header: t('acceptor.way'), text: ({ way }) => t(`acceptor.way.${way}`) },
    {
      header: t('acceptor.account'),
      text: (deal) => (isUser ? deal.acceptorAccount : deal.customerAccount),
    },
    { header: t('acceptor.state'), text: ({ state }) => t(`acceptor.state.${state}`) },
    {
      header: t('position.column.reason'),
      text: ({ ruling, rulingReason: reason }) =>
        ruling === '' ? '' : t(`acceptor.ruled.${ruling}`, { reason }),
    },
    { header: t('acceptor.changed'), isTime: true, text: ({ updatedAt }) => updatedAt },
  ];
  return (
    <ExportButton
      name="deals"
      columns={columns}
      rows={() =>
        allRows(
          (page) => dealsPage(side, page),
          ({ id }) => id,
        )
      }
    />
  );
}
