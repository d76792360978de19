import { formatDecimal } from '@meridian/money/decimal';
import { useEffect, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useWallets } from '../../../realtime/wallets.ts';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import {
  WALLET_LABELS,
  WALLET_NAMES,
  type OwnCurrency,
  type WalletName,
} from '../../../shared/wallets.ts';
import { walletOf } from '../../../realtime/wallet-translate.ts';
import {
  availableIn,
  leastInto,
  shownAmount,
  transferError,
  type TransferInputs,
} from '../model/transfer-form.ts';
import styles from './transfer-card.module.css';
import { TransferDialog } from './transfer-dialog.tsx';

interface Values {
  currency: string;
  from: WalletName;
  to: WalletName;
  amount: string;
}

const USDT = 'USDT';

/** The form of a transfer between the own wallets. */
export function TransferCard() {
  const t = useTranslate();
  const { data, error, refetch } = useWallets();
  const currencies = data?.currencies;
  return (
    <Card title={t('transfer.title')} about={t('transfer.about')}>
      {currencies === undefined ? (
        error !== null ? (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={7} height={52} />
        )
      ) : (
        <TransferForm currencies={currencies} />
      )}
    </Card>
  );
}

function TransferForm({ currencies }: { readonly currencies: readonly OwnCurrency[] }) {
  const t = useTranslate();
  const [asked, setAsked] = useState<TransferInputs & { readonly currency: OwnCurrency }>();
  const transfer = useTransfer(currencies);
  const { currency } = transfer;
  const { register, handleSubmit, resetField } = transfer.form;
  const submit = handleSubmit((sent) => {
    if (currency !== undefined) setAsked({ ...sent, currency });
  });
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <SelectField
        label={t('transfer.coin')}
        options={currencies.map((row) => ({
          value: String(row.currency),
          label: row.code,
        }))}
        {...register('currency', { onChange: () => resetField('amount') })}
      />
      <Wallets {...transfer} />
      <Amount {...transfer} />
      <Available {...transfer} />
      <Button type="submit" look="accent" isWide>
        {t('transfer.submit')}
      </Button>
      {asked !== undefined && (
        <TransferDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            resetField('amount');
          }}
        />
      )}
    </form>
  );
}

/** The transfer that is typed, and its errors. */
function useTransfer(currencies: readonly OwnCurrency[]) {
  const t = useTranslate();
  const inCurrency = useInCurrency();
  const form = useForm<Values>({ defaultValues: useFirstValues(currencies) });
  const { control, formState, getValues, trigger } = form;
  const { errors, isSubmitted } = formState;
  const values = useWatch({ control }) as Values;
  const currency = currencies.find((row) => String(row.currency) === values.currency);
  const problem = transferError({ ...values, currency });
  const errorOf = (field: 'to' | 'amount'): string | undefined => {
    if (errors[field] === undefined || !isSubmitted || problem?.field !== field) return undefined;
    return t(
      problem.id,
      problem.least === undefined ? undefined : { amount: inCurrency(problem.least, currency) },
    );
  };
  // Whether the transfer can be sent depends on all fields together, and on balances that arrive
  // meanwhile.
  useEffect(() => {
    if (isSubmitted) void trigger();
  }, [isSubmitted, problem?.id, trigger]);
  const check = (field: 'to' | 'amount') => () =>
    transferError({ ...getValues(), currency })?.field !== field;
  const { field: amount } = useController({
    control,
    name: 'amount',
    rules: { validate: check('amount') },
  });
  return { form, values, currency, amount, check, errorOf };
}

type Transfer = ReturnType<typeof useTransfer>;

/** Fields of the two wallets of a transfer. */
function Wallets({ form, check, errorOf }: Transfer) {
  const t = useTranslate();
  const { register, getValues, setValue } = form;
  const wallets = WALLET_NAMES.map((value) => ({ value, label: t(WALLET_LABELS[value]) }));
  const swap = (): void => {
    const { from, to } = getValues();
    setValue('from', to);
    setValue('to', from);
  };
  return (
    <div className={styles['wallets']}>
      <SelectField label={t('transfer.from')} options={wallets} {...register('from')} />
      <SwapButton onSwap={swap} />
      <SelectField
        label={t('transfer.to')}
        options={wallets}
        error={errorOf('to')}
        {...register('to', { validate: check('to') })}
      />
    </div>
  );
}

function SwapButton({ onSwap }: { readonly onSwap: () => void }) {
  const t = useTranslate();
  return (
    <button
      type="button"
      className={styles['swap']}
      aria-label={t('transfer.swap')}
      title={t('transfer.swap')}
      onClick={onSwap}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M5 13.5v-11M2 5.5l3-3 3 3M11 2.5v11M8 10.5l3 3 3-3" />
      </svg>
    </button>
  );
}

function Amount({ form, values, currency, amount, errorOf }: Transfer) {
  const t = useTranslate();
  const inCurrency = useInCurrency();
  const { value, onChange, ref } = amount;
  const { setValue, formState } = form;
  const available = currency && availableIn(currency, values.from);
  const least = currency && leastInto(values.to, currency);
  return (
    <AmountField
      {...{ value, onChange, ref }}
      label={t('transfer.amount')}
      unit={currency?.code}
      decimals={currency?.decimals}
      hint={
        currency === undefined || least === undefined || least === 0n
          ? undefined
          : t('transfer.least', {
              amount: inCurrency(formatDecimal(least, currency.decimals), currency),
            })
      }
      error={errorOf('amount')}
      action={
        <Button
          look="text"
          isSmall
          disabled={available === undefined}
          onClick={() =>
            setValue('amount', available ?? '', { shouldValidate: formState.isSubmitted })
          }
        >
          {t('transfer.all')}
        </Button>
      }
    />
  );
}

/** Available balance of the wallet that the transfer comes from. */
function Available({ values, currency }: Transfer) {
  const t = useTranslate();
  const inCurrency = useInCurrency();
  const available = currency && availableIn(currency, values.from);
  return (
    <p className={styles['available']} aria-live="polite">
      <span>{t('transfer.available', { wallet: t(WALLET_LABELS[values.from]) })}</span>
      <span>{available === undefined ? MISSING : inCurrency(available, currency)}</span>
    </p>
  );
}

/** An amount with its currency's code. */
function useInCurrency() {
  const language = useLanguage();
  return (plain: string, currency: OwnCurrency | undefined): string =>
    `${grouped(shownAmount(plain), language)} ${currency?.code ?? ''}`;
}

/**
 * The transfer that the address names (`?currency=3&from=change&to=legal`), else USDT from the spot
 * wallet to contracts.
 */
function useFirstValues(currencies: readonly OwnCurrency[]): Values {
  const [asked] = useSearchParams();
  const walletIn = (name: string): WalletName | undefined => walletOf(asked.get(name));
  const currency =
    currencies.find((row) => String(row.currency) === asked.get('currency')) ??
    currencies.find((row) => row.code === USDT) ??
    currencies[0];
  const to = walletIn('to');
  const from = walletIn('from') ?? (to === 'spot' ? 'margin' : 'spot');
  return {
    currency: String(currency?.currency ?? ''),
    from,
    to: to ?? (from === 'spot' ? 'margin' : 'spot'),
    amount: '',
  };
}
