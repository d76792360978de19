import { compareDecimals } from '@meridian/money/decimal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { moveCollateral, refreshLoans } from '../api.ts';
import { AMOUNT_DECIMALS, isAmount } from '../model/borrow-form.ts';
import type { Loan } from '../model/loan.ts';
import { changed, ltvOf, mostRemovable } from '../model/loan-math.ts';
import styles from './forms.module.css';
import { LtvBar } from './ltv-bar.tsx';
import { useAvailable } from './use-available.ts';

interface CollateralDialogProps {
  readonly loan: Loan;
  /** Of the collateral now, '' where it is not known. */
  readonly price: string;
  readonly direction: 'add' | 'remove';
  readonly onClose: () => void;
}

/** Adds collateral or takes it back, with the ratio that follows from it. */
export function CollateralDialog({ loan, price, direction, onClose }: CollateralDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const available = useAvailable(loan.collateralId);
  const [amount, setAmount] = useState('');
  const [wasTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(moveCollateral, {
    onDone: ({ message }) => {
      showToast('success', message);
      onClose();
    },
    refresh: () => refreshLoans(client),
  });
  const after = isAmount(amount) ? changed(loan.pledged, amount, direction) : undefined;
  const ltv = ltvOf({ debt: loan.debt, pledged: after ?? loan.pledged }, price);
  const most = direction === 'add' ? available : mostRemovable(loan, price);
  const has = direction === 'add' ? available : loan.pledged;
  const fault = faultOf({ amount, has, ltv, direction, loan });
  const submit = (): void => {
    setTried(true);
    const typed = { loan: loan.id, direction, amount };
    if (fault === undefined) void send(typed, { typed });
  };
  const rate = grouped(loan.terms.initialRate, language);
  return (
    <Dialog
      isOpen
      title={t(`loan.${direction}Title`, { id: String(loan.id) })}
      onClose={onClose}
      actions={
        <Button look="accent" isWide isBusy={isBusy} onClick={submit}>
          {t(`loan.${direction}`)}
        </Button>
      }
    >
      <div className={styles['outcome']}>
        <AmountField
          label={t('loan.pledge')}
          unit={loan.collateral}
          value={amount}
          decimals={AMOUNT_DECIMALS}
          onChange={setAmount}
          error={
            (wasTried || amount !== '') && fault !== undefined
              ? t(`loan.fault.${fault}`, { rate })
              : undefined
          }
          hint={
            most === undefined
              ? undefined
              : t(direction === 'add' ? 'loan.available' : 'loan.removable', {
                  amount: grouped(most, language),
                  coin: loan.collateral,
                })
          }
        />
        <LtvBar ltv={ltv} terms={loan.terms} coin={loan.coin} />
        <p className={styles['note']}>{t(`loan.${direction}About`, { rate })}</p>
        <FormFailure text={failure?.message} />
      </div>
    </Dialog>
  );
}

function faultOf({
  amount,
  has,
  ltv,
  direction,
  loan,
}: {
  readonly amount: string;
  readonly has: string | undefined;
  readonly ltv: string | undefined;
  readonly direction: 'add' | 'remove';
  readonly loan: Loan;
}): 'pledgedMissing' | 'balance' | 'ratio' | undefined {
  if (!isAmount(amount)) return 'pledgedMissing';
  if (has !== undefined && compareDecimals(amount, has) === 1) return 'balance';
  if (direction === 'add' || ltv === undefined) return undefined;
  return compareDecimals(ltv, loan.terms.initialRate) === 1 ? 'ratio' : undefined;
}
