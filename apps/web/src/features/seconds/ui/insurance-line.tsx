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
import type { PayableCurrency } from '../model/ticket.ts';
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
  const { policy, offer, name } = currency;
  if (policy === undefined && offer === undefined) return null;
  return (
    <section className={styles['insurance']}>
      <h3>{t('seconds.insurance')}</h3>
      {policy !== undefined && (
        <>
          <p>
            {t('seconds.insured', {
              amount: grouped(policy.amount, language),
              currency: name,
              left: grouped(policy.left, language),
            })}
          </p>
          <EndButton policy={policy.id} />
        </>
      )}
      {policy === undefined && offer !== undefined && (
        <>
          <p>
            {t('seconds.insuranceOffer', {
              cover: grouped(offer.coverRatio, language),
              premium: grouped(offer.premiumRatio, language),
              days: offer.days,
            })}
          </p>
          {isLoggedIn && (
            <BuyForm
              offer={offer.id}
              least={offer.leastAmount}
              premium={offer.premiumRatio}
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
  readonly offer: number;
  readonly least: string;
  /** Percent of the insured amount. */
  readonly premium: string;
  readonly currency: string;
  /** Of the currency. */
  readonly decimals: number;
}

function BuyForm({ offer, least, premium, currency, decimals }: BuyFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const [amount, setAmount] = useState(least);
  const isAmount = amount !== '' && amount !== UNREADABLE && parseDecimal(amount, decimals).ok;
  const price = isAmount ? insurancePrice(amount, { decimals, premium }) : undefined;
  const { isBusy, send } = useMoneyCall(buyInsurance, {
    onDone: ({ message }) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshTickets(client),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAmount) void send({ offer, amount }, { typed: { offer, amount } });
      }}
      noValidate
    >
      <NumberField
        label={t('seconds.amount')}
        unit={currency}
        value={amount}
        decimals={decimals}
        onChange={setAmount}
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
