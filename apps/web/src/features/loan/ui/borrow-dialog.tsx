import { useQueryClient } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { borrow, refreshLoans } from '../api.ts';
import type { BorrowInputs } from '../model/borrow-form.ts';
import type { LoanOffer } from '../model/loan.ts';
import { Outcome } from './outcome.tsx';

interface BorrowDialogProps {
  readonly offer: LoanOffer;
  readonly inputs: BorrowInputs;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before coins are pledged, with all that follows from it. */
export function BorrowDialog({ offer, inputs, onClose, onDone }: BorrowDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { isBusy, failure, send } = useMoneyCall(borrow, {
    onDone: ({ message }) => {
      showToast('success', message);
      onDone();
    },
    refresh: () => refreshLoans(client),
  });
  const amount = `${grouped(inputs.amount, language)} ${offer.coin}`;
  return (
    <ConfirmDialog
      isOpen
      look="accent"
      title={t('loan.askBorrow', { amount })}
      confirmLabel={t('loan.borrow')}
      isBusy={isBusy}
      onConfirm={() => {
        const typed = { offer: offer.id, ...inputs };
        void send(typed, { typed });
      }}
      onCancel={onClose}
      fields={
        <>
          <Outcome offer={offer} inputs={inputs} />
          <FormFailure text={failure?.message} />
        </>
      }
    >
      <p>
        {t('loan.askBorrowAbout', {
          amount,
          pledged: `${grouped(inputs.pledged, language)} ${offer.collateral}`,
        })}
      </p>
    </ConfirmDialog>
  );
}
