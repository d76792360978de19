import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { redeemSavings, refreshEarn } from '../api.ts';
import { amountFault, type OwnSaving } from '../model/product.ts';
import styles from './earn.module.css';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { useFaultText } from './fault-text.ts';

const MOST_DECIMALS = 8;

/** Takes coins out of savings: an amount, or all. */
export function RedeemDialog({
  saving: { id, currency, redeemable, interest, number: has },
  decimals = MOST_DECIMALS,
  onDone,
}: {
  readonly saving: OwnSaving;
  /** Of the currency; undefined while it is not known. */
  readonly decimals: number | undefined;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [number, setNumber] = useState('');
  const bounds = { decimals, min: '0', max: redeemable, available: undefined };
  const fault = amountFault(number, bounds);
  const error = useFaultText(fault, { ...bounds, currency });
  const { isBusy, send } = useMoneyCall(redeemSavings, {
    onDone: (message) => {
      showToast('success', message);
      onDone();
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshEarn(client),
  });
  return (
    <Dialog
      isOpen
      title={t('earn.redeemTitle', { currency })}
      onClose={onDone}
      actions={
        <>
          <Button
            isBusy={isBusy}
            disabled={redeemable !== has}
            onClick={() => void send({ id, all: '1' }, { typed: { id, all: '1' } })}
          >
            {t('earn.redeemAll')}
          </Button>
          <Button
            look="accent"
            isBusy={isBusy}
            disabled={fault !== undefined}
            onClick={() => void send({ id, number }, { typed: { id, number } })}
          >
            {t('earn.redeem')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <AmountField
          label={t('earn.amount')}
          unit={currency}
          value={number}
          decimals={decimals}
          onChange={setNumber}
          error={number === '' ? undefined : error}
        />
        <Facts>
          <Fact label={t('earn.redeemable')}>{`${grouped(redeemable, language)} ${currency}`}</Fact>
          <Fact label={t('earn.interest')}>{`${grouped(interest, language)} ${currency}`}</Fact>
        </Facts>
        <p className={styles['note']}>{t('earn.redeemNote')}</p>
      </div>
    </Dialog>
  );
}
