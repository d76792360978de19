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
import { CollateralSale } from './collateral-sale.tsx';
import styles from './forms.module.css';
import { useAvailable } from './use-available.ts';

interface RepayDialogProps {
  readonly loan: Loan;
  readonly onClose: () => void;
}

/** Pays from the spot wallet: all that is owed at that moment, or a part. Interest comes first. */
export function RepayDialog({ loan, onClose }: RepayDialogProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const available = useAvailable(loan.coinId);
  const [part, setPart] = useState<'all' | 'part' | 'collateral'>('all');
  const [amount, setAmount] = useState('');
  const [wasTried, setTried] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(repay, {
    onDone: ({ message }) => {
      showToast('success', message);
      onClose();
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
  const submit = (): void => {
    setTried(true);
    if (error !== undefined) return;
    void send({ loan: loan.id, amount: part === 'all' ? undefined : amount });
  };
  return (
    <Dialog
      isOpen
      title={t('loan.repayTitle', { id: String(loan.id) })}
      onClose={onClose}
      actions={
        part !== 'collateral' && (
          <Button look="accent" isWide isBusy={isBusy} onClick={submit}>
            {t('loan.repay')}
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
          onChange={setPart}
          options={[
            { name: 'all', label: t('loan.repayAll') },
            { name: 'part', label: t('loan.repaySome') },
            { name: 'collateral', label: t('loan.repayCollateral') },
          ]}
        />
        {part === 'part' && (
          <AmountField
            {...{ label: t('loan.amount'), unit: loan.coin, value: amount, onChange: setAmount }}
            decimals={AMOUNT_DECIMALS}
            error={wasTried ? error : undefined}
          />
        )}
        {part === 'collateral' ? (
          <CollateralSale loan={loan} onDone={onClose} />
        ) : (
          <Sums loan={loan} available={available} />
        )}
        <p className={styles['note']}>{t('loan.repayAbout')}</p>
        <FormFailure text={failure?.message ?? (wasTried && part === 'all' ? error : undefined)} />
      </div>
    </Dialog>
  );
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
