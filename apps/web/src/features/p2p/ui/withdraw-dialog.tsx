import { useQueryClient } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { withdrawAd } from '../api.ts';
import type { OwnAd } from '../model/ad.ts';

/** Asks before an ad ends, which cannot be undone. */
export function WithdrawDialog({
  ad: { id, surplus, coin },
  onClose,
}: {
  readonly ad: OwnAd;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { isBusy, failure, send } = useMoneyCall(withdrawAd, {
    onDone: (message) => {
      showToast('success', message);
      onClose();
    },
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('p2p.ad.withdrawAsk')}
      confirmLabel={t('p2p.ad.withdraw')}
      isBusy={isBusy}
      onConfirm={() => void send({ id })}
      onCancel={onClose}
      fields={<FormFailure text={failure?.message} />}
    >
      <p>{t('p2p.ad.withdrawAbout', { amount: grouped(surplus, language), coin })}</p>
    </ConfirmDialog>
  );
}
