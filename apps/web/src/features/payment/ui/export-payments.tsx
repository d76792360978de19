import { allRows } from '../../../shared/export/all-rows.ts';
import { ExportButton, type ExportColumn } from '../../../shared/export/export-button.tsx';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { COIN, paymentsPage, type Payment } from '../api.ts';

/** All payments as a file. */
export function ExportPayments() {
  const t = useTranslate();
  const columns: readonly ExportColumn<Payment>[] = [
    { header: t('orders.id'), text: ({ order }) => order },
    { header: t('payment.time'), isTime: true, text: ({ create_time }) => create_time },
    { header: t('acceptor.money'), text: ({ amount }) => amount },
    { header: t('wallet.coin'), text: () => COIN },
    { header: t('payment.coins'), text: ({ number }) => number },
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
