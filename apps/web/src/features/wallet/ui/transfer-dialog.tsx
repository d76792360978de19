import { useQueryClient } from '@tanstack/react-query';
import { walletsQuery } from '../../../realtime/wallets.ts';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { WALLET_LABELS, type OwnCurrency } from '../../../shared/wallets.ts';
import { sendTransfer, transfersQuery } from '../transfers-api.ts';
import { shownAmount, type TransferInputs } from '../model/transfer-form.ts';
import styles from './transfer-card.module.css';

interface TransferDialogProps {
  readonly asked: TransferInputs & { readonly currency: OwnCurrency };
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Repeats the amount and both wallets before the transfer is sent. */
export function TransferDialog({ asked, onDone, onClose }: TransferDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { amount, from, to, currency } = asked;
  const { isBusy, failure, send } = useMoneyCall(sendTransfer, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    refresh: () => {
      void client.invalidateQueries(walletsQuery);
      void client.invalidateQueries(transfersQuery);
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button
        look="accent"
        isBusy={isBusy}
        onClick={() => {
          const typed = { amount, currency: currency.currency, from, to };
          void send(typed, { typed });
        }}
      >
        {t('transfer.confirm')}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('transfer.confirmTitle')} onClose={onClose} actions={actions}>
      <dl className={styles['sums']}>
        <dt>{t('transfer.amount')}</dt>
        <dd>
          {grouped(shownAmount(amount), language)} {currency.code}
        </dd>
        <dt>{t('transfer.from')}</dt>
        <dd>{t(WALLET_LABELS[from])}</dd>
        <dt>{t('transfer.to')}</dt>
        <dd>{t(WALLET_LABELS[to])}</dd>
      </dl>
      <FormFailure text={failure?.message} />
    </Dialog>
  );
}
