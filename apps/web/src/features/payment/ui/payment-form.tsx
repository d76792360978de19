import { useQueryClient } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { useWallets } from '../../../realtime/wallets.ts';
import { currencyAmount } from '../../../shared/currency-amount.ts';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { makePayment, paymentsQuery } from '../api.ts';
import { COIN, FIAT, type Terms } from '../model/payment.ts';
import { coinsFor, isAccount, isPayable, MONEY_SCALE } from '../model/payment-form.ts';
import styles from './payment.module.css';
import { useLeaving } from './use-leaving.ts';

interface Values {
  account: string;
  money: string;
}

const ACCOUNT_LENGTH = 64;

/** The amount to pay and the coins for it. Submitting leaves for the gateway. */
export function PaymentForm({ terms }: { readonly terms: Terms }) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { isLeaving, leave } = useLeaving();
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { account: '', money: '' },
  });
  const {
    value: money,
    onChange,
    ref,
  } = useController({
    control,
    name: 'money',
    rules: { validate: (text) => isPayable(text, terms) },
  }).field;
  const { errors } = formState;
  const bounds = {
    least: grouped(terms.least, language),
    most: grouped(terms.most, language),
  };
  const { isBusy, failure, send } = useMoneyCall(makePayment, {
    onDone: leave,
    refresh: () => client.invalidateQueries(paymentsQuery),
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) =>
        void handleSubmit((values) =>
          send({ account: values.account.trim(), money: values.money }),
        )(event)
      }
    >
      <div className={styles['fields']}>
        <TextField
          label={t('payment.account')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ACCOUNT_LENGTH}
          hint={t('payment.accountHint')}
          error={errors.account && t('payment.error.account')}
          {...register('account', { validate: (text) => isAccount(text.trim()) })}
        />
        <AmountField
          {...{ value: money, onChange, ref }}
          label={t('payment.amount')}
          unit={FIAT}
          decimals={MONEY_SCALE}
          hint={t('payment.between', bounds)}
          error={errors.money && t('payment.error.amount', bounds)}
        />
      </div>
      <div className={styles['outcome']}>
        <Sums money={money} terms={terms} />
        <p className={styles['note']}>{t('payment.note', { minutes: terms.minutes })}</p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy || isLeaving}>
          {t('payment.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The price, the coins for the money, and the coins that are there. */
function Sums({ money, terms }: { readonly money: string; readonly terms: Terms }) {
  const t = useTranslate();
  const language = useLanguage();
  const coins = coinsFor(money, terms.rate);
  return (
    <dl className={styles['sums']}>
      <dt>{t('payment.price')}</dt>
      <dd>{`${grouped(terms.rate, language)} ${FIAT}`}</dd>
      <dt>{t('payment.youGet')}</dt>
      <dd className={styles['coins']} aria-live="polite">
        {coins === undefined ? MISSING : `${grouped(coins, language)} ${COIN}`}
      </dd>
      <dt>{t('payment.available')}</dt>
      <dd>
        <Available />
      </dd>
    </dl>
  );
}

/** Available balance of the spot wallet. */
function Available() {
  const language = useLanguage();
  const { data } = useWallets();
  const row = data?.currencies.find(({ code }) => code === COIN);
  return `${currencyAmount(row?.wallets.spot.available, row?.decimals, language)} ${COIN}`;
}
