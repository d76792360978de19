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
import { Segments } from '../../../shared/ui/segments.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshLoans, repay } from '../api.ts';
import { AMOUNT_DECIMALS, isAmount } from '../model/borrow-form.ts';
import type { Loan } from '../model/loan.ts';
import { afterPaying, lesser } from '../model/loan-math.ts';
import { AfterRepay } from './after-repay.tsx';
import { CollateralSale } from './collateral-sale.tsx';
import styles from './forms.module.css';
import { useAvailable } from './use-available.ts';

interface RepayDialogProps {
  readonly loan: Loan;
  /** Of the collateral now, '' where it is not known. */
  readonly price: string;
  readonly onClose: () => void;
}

/**
 * Pays from the spot wallet, all that is owed at that moment or a part, or by a sale of collateral.
 * Interest comes first.
 */
export function RepayDialog({ loan, price, onClose }: RepayDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { part, choose, wanted, available, error, ...form } = useRepayment(loan, onClose);
  return (
    <Dialog
      isOpen
      title={t('loan.repayTitle', { id: String(loan.id) })}
      onClose={onClose}
      actions={
        part === 'collateral' ? undefined : (
          <Button look="accent" isWide isBusy={form.isBusy} onClick={form.submit}>
            {isAmount(wanted)
              ? t('loan.repayAmount', { amount: `${grouped(wanted, language)} ${loan.coin}` })
              : t('loan.repay')}
          </Button>
        )
      }
    >
      <div className={styles['outcome']}>
        <Segments
          label={t('loan.repayPart')}
          size="roomy"
          isFilled
          value={part}
          onChange={choose}
          options={[
            { name: 'all', label: t('loan.all') },
            { name: 'part', label: t('loan.repaySome') },
            { name: 'collateral', label: t('loan.repayCollateral') },
          ]}
        />
        {part === 'part' && (
          <AmountField
            {...{ label: t('loan.amount'), unit: loan.coin, value: wanted, error }}
            onChange={form.setAmount}
            decimals={AMOUNT_DECIMALS}
            action={
              available !== undefined && (
                <Button
                  look="text"
                  isSmall
                  onClick={() => form.setAmount(lesser(available, loan.debt))}
                >
                  {t('action.max')}
                </Button>
              )
            }
          />
        )}
        {part === 'collateral' ? (
          <CollateralSale loan={loan} price={price} onDone={onClose} />
        ) : (
          <>
            <Sums loan={loan} available={available} />
            <AfterRepay loan={loan} price={price} after={form.after} />
          </>
        )}
        <p className={styles['note']}>{t('loan.repayAbout')}</p>
        <FormFailure text={form.failure ?? (part === 'all' ? error : undefined)} />
      </div>
    </Dialog>
  );
}

type Part = 'all' | 'part' | 'collateral';

function useRepayment(loan: Loan, onDone: () => void) {
  const t = useTranslate();
  const client = useQueryClient();
  const available = useAvailable(loan.coinId);
  const [part, choose] = useState<Part>('all');
  const [amount, setAmount] = useState('');
  const [wasTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(repay, {
    onDone: ({ message }) => {
      showToast('success', message);
      onDone();
    },
    refresh: () => refreshLoans(client),
  });
  const wanted = part === 'all' ? loan.debt : amount;
  const isShort = available !== undefined && compareDecimals(wanted, available) === 1;
  const error = !isAmount(wanted)
    ? t('loan.fault.amountMissing')
    : isShort
      ? t('loan.fault.balance')
      : undefined;
  return {
    ...{ part, choose, setAmount, wanted, available, isBusy, failure: failure?.message },
    error: wasTried ? error : undefined,
    after: isAmount(wanted) ? afterPaying(loan, { paid: wanted }) : undefined,
    submit: (): void => {
      setTried(true);
      const typed = { loan: loan.id, amount: part === 'all' ? undefined : amount };
      if (error === undefined) void send(typed, { typed });
    },
  };
}

function Sums({
  loan,
  available,
}: {
  readonly loan: Loan;
  readonly available: string | undefined;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <dl className={styles['sums']}>
      <dt>{t('loan.debt')}</dt>
      <dd>{`${grouped(loan.debt, language)} ${loan.coin}`}</dd>
      <dt>{t('loan.inWallet')}</dt>
      <dd>{available === undefined ? '--' : `${grouped(available, language)} ${loan.coin}`}</dd>
    </dl>
  );
}
