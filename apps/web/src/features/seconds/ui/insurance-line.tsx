import type { PayableCurrency } from '@meridian/contract/seconds/calls';
import { parseDecimal } from '@meridian/money/decimal';
import { UNREADABLE } from '@meridian/money/typed-decimal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { buyInsurance, endInsurance, refreshTickets } from '../api.ts';
import { insurancePrice } from '../model/ticket-form.ts';
import styles from './ticket-panel.module.css';

interface InsuranceLineProps {
  readonly currency: PayableCurrency;
  readonly isLoggedIn: boolean;
}

/** The insurance that runs, or the one that is offered. */
export function InsuranceLine({ currency, isLoggedIn }: InsuranceLineProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { user_insurance: own, user_wallet: wallet, name, insurance_types: types } = currency;
  const [offer] = types;
  if (own === null && offer === undefined) return null;
  return (
    <section className={styles['insurance']}>
      <h3>{t('seconds.insurance')}</h3>
      {own !== null && (
        <>
          <p>
            {t('seconds.insured', {
              amount: grouped(own.amount, language),
              currency: name,
              left: grouped(wallet.insurance_balance, language),
            })}
          </p>
          <EndButton policy={own.id} />
        </>
      )}
      {own === null && offer !== undefined && (
        <>
          <p>
            {t('seconds.insuranceOffer', {
              cover: grouped(offer.cover_ratio, language),
              premium: grouped(offer.premium_ratio, language),
              days: offer.days,
            })}
          </p>
          {isLoggedIn && (
            <BuyForm
              type={offer.id}
              least={offer.min_amount}
              premium={offer.premium_ratio}
              currency={name}
              decimals={currency.decimals}
            />
          )}
        </>
      )}
    </section>
  );
}

interface BuyFormProps {
  readonly type: number;
  readonly least: string;
  /** Percent of the insured amount. */
  readonly premium: string;
  readonly currency: string;
  /** Of the currency. */
  readonly decimals: number;
}

function BuyForm({ type, least, premium, currency, decimals }: BuyFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [number, setNumber] = useState(least);
  const isAmount = number !== '' && number !== UNREADABLE && parseDecimal(number, decimals).ok;
  const price = isAmount ? insurancePrice(number, { decimals, premium }) : undefined;
  const { isBusy, send } = useMoneyCall(buyInsurance, {
    onDone: ({ message }) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshTickets(client),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAmount) void send({ insurance_type: type, number });
      }}
      noValidate
    >
      <NumberField
        label={t('seconds.amount')}
        unit={currency}
        value={number}
        decimals={decimals}
        onChange={setNumber}
        error={isAmount ? undefined : t('seconds.error.amount')}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('seconds.insure')}
      </Button>
      {price !== undefined && (
        <p className={styles['price']}>
          {t('seconds.insurancePrice', { price: grouped(price, language), currency })}
        </p>
      )}
    </form>
  );
}

function EndButton({ policy }: { readonly policy: number }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, send } = useMoneyCall(endInsurance, {
    onDone: ({ message }) => showToast('info', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => {
      setAsking(false);
      refreshTickets(client);
    },
  });
  return (
    <>
      <Button isSmall onClick={() => setAsking(true)}>
        {t('seconds.insuranceEnd')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('seconds.insurance')}
        confirmLabel={t('seconds.insuranceEnd')}
        isBusy={isBusy}
        onConfirm={() => void send({ id: policy })}
        onCancel={() => setAsking(false)}
      >
        {t('seconds.insuranceEndAsk')}
      </ConfirmDialog>
    </>
  );
}
