import type { BalanceRow } from '@meridian/contract/wallet';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { walletsQuery } from '../../../realtime/wallets.ts';
import { grouped } from '../../../shared/figures.ts';
import { isUnreachable } from '../../../shared/http/api-error.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { WALLET_LABELS } from '../../../shared/wallet-labels.ts';
import { sendTransfer, transfersQuery } from '../api.ts';
import { shownAmount, type TransferInputs } from '../model/transfer-form.ts';
import styles from './transfer-card.module.css';

interface TransferDialogProps {
  readonly asked: TransferInputs & { readonly currency: BalanceRow };
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Repeats what is moved, and sends it once: what may have arrived is repeated under the same key. */
export function TransferDialog({ asked, onDone, onClose }: TransferDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { number, from, to, currency } = asked;
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendTransfer({ number, currency_id: currency.currency, from_field: from, to_field: to }, { idempotencyKey: key }),
    onSuccess: (message) => {
      showToast('success', message);
      onDone();
    },
    onError: (failure) => {
      if (!isUnreachable(failure)) setKey(newIdempotencyKey());
    },
    onSettled: () => {
      void client.invalidateQueries(walletsQuery);
      void client.invalidateQueries(transfersQuery);
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={isPending} onClick={() => mutate()}>
        {t('transfer.confirm')}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('transfer.confirmTitle')} onClose={onClose} actions={actions}>
      <dl className={styles['sums']}>
        <dt>{t('transfer.amount')}</dt>
        <dd>
          {grouped(shownAmount(number), language)} {currency.currency_name}
        </dd>
        <dt>{t('transfer.from')}</dt>
        <dd>{t(WALLET_LABELS[from])}</dd>
        <dt>{t('transfer.to')}</dt>
        <dd>{t(WALLET_LABELS[to])}</dd>
      </dl>
      <FormFailure text={error?.message} />
    </Dialog>
  );
}
