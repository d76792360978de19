import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { COIN, dealsPage, type Deal, type Side } from '../api.ts';
import { customerAccount } from '../model/customer-account.ts';
import { dealState } from '../model/deal-state.ts';

/** All deals of one side as a file, with result and reason of each. */
export function ExportDeals({ side }: { readonly side: Side }) {
  const t = useTranslate();
  const isUser = side === 'user';
  const columns: readonly ExportColumn<Deal>[] = [
    { header: t('margin.column.id'), text: ({ id }) => String(id) },
    { header: t('acceptor.time'), isTime: true, text: ({ create_time }) => create_time },
    { header: t('acceptor.kind'), text: ({ type }) => t(`acceptor.type.${type}`) },
    { header: t('wallet.coin'), text: () => COIN },
    { header: t('wallet.amount'), text: ({ number }) => number },
    { header: t('acceptor.money'), text: ({ money }) => money },
    {
      header: t(isUser ? 'acceptor.name' : 'acceptor.customer'),
      text: (deal) => (isUser ? deal.acceptor_name : deal.mobile),
    },
    { header: t('acceptor.way'), text: ({ way }) => t(`acceptor.way.${way}`) },
    {
      header: t('acceptor.account'),
      text: (deal) => (isUser ? deal.hes_account : customerAccount(deal)),
    },
    { header: t('acceptor.state'), text: (deal) => t(dealState(deal).text) },
    {
      header: t('margin.column.reason'),
      text: ({ ruling, ruling_reason: reason }) =>
        ruling === '' ? '' : t(`acceptor.ruled.${ruling}`, { reason }),
    },
    { header: t('acceptor.changed'), isTime: true, text: ({ update_time }) => update_time },
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
