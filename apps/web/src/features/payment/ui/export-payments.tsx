import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { paymentsPage } from '../api.ts';
import { COIN, type Payment } from '../model/payment.ts';

/** All payments as a file. */
export function ExportPayments() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Payment>[] = [
    { header: t('orders.id'), text: ({ order }) => order },
    { header: t('payment.time'), isTime: true, text: ({ createdAt }) => createdAt },
    { header: t('acceptor.money'), text: ({ money }) => money },
    { header: t('wallet.coin'), text: () => COIN },
    { header: t('payment.coins'), text: ({ coins }) => coins },
    { header: t('payment.price'), text: ({ rate }) => rate },
    { header: t('payment.account'), text: ({ account }) => account },
    { header: t('payment.status'), text: ({ state }) => t(`payment.state.${state}`) },
  ];
  return (
    <ExportButton
      name="payments"
      columns={columns}
      rows={() => allRows(paymentsPage, ({ order }) => order)}
    />
  );
}
