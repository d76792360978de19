import { ANSWER_HOURS, UNPAID_MINUTES } from '@meridian/contract/acceptor/bounds';
import type { PaymentWay } from '@meridian/contract/acceptor/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { accountsQuery, acceptorQuery, makeDeal } from '../api.ts';
import { COIN, FIAT, type Acceptor } from '../model/acceptor.ts';
import { coinsFor, isMoney, MONEY_SCALE, type DealType } from '../model/deal-form.ts';
import styles from './deal.module.css';

interface Values {
  mobile: string;
  account: string;
  money: string;
}

interface DealDialogProps {
  readonly acceptor: Acceptor;
  readonly type: DealType;
  readonly onClose: () => void;
}

const MOBILE_LENGTH = 20;
const ACCOUNT_LENGTH = 60;

/** Makes a deal with an acceptor. */
export function DealDialog({ acceptor, type, onClose }: DealDialogProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const [way, setWay] = useState<PaymentWay | undefined>(acceptor.ways[0]);
  const saved = useSavedAccount(type, way);
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { mobile: '', account: '', money: '' },
  });
  const { errors } = formState;
  const { isBusy, failure, send } = useMoneyCall(makeDeal, {
    onDone: (message) => {
      showToast('success', message);
      onClose();
    },
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  });
  const submit = handleSubmit(({ mobile, account, money: amount }) => {
    const paidTo = type === 'buy' ? account.trim() : (saved ?? '');
    if (way !== undefined && paidTo !== '')
      void send({
        acceptor: acceptor.id,
        type,
        way,
        mobile: mobile.trim(),
        account: paidTo,
        money: amount,
      });
  });
  return (
    <Dialog isOpen title={t(`acceptor.with.${type}`, { name: acceptor.name })} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <WayChoice ways={acceptor.ways} value={way} onChange={setWay} />
        <MoneyField control={control} most={acceptor.offers[type].most} />
        <TextField
          label={t('acceptor.mobile')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={MOBILE_LENGTH}
          error={errors.mobile && t('acceptor.error.mobile')}
          {...register('mobile', { validate: (text) => /^\+?[\d\s-]{6,}$/.test(text.trim()) })}
        />
        {type === 'buy' && (
          <TextField
            label={t('acceptor.account.buy')}
            autoComplete="off"
            maxLength={ACCOUNT_LENGTH}
            error={errors.account && t('acceptor.error.account')}
            {...register('account', { validate: (text) => text.trim() !== '' })}
          />
        )}
        <DealSums {...{ acceptor, type, control, way, saved }} />
        <DealNotes type={type} hasAccount={saved !== ''} />
        <FormFailure text={failure?.message} />
        <Button
          type="submit"
          look="accent"
          isWide
          isBusy={isBusy}
          disabled={type === 'sell' && saved === ''}
        >
          {t('acceptor.submit')}
        </Button>
      </form>
    </Dialog>
  );
}

interface WayChoiceProps {
  readonly ways: readonly PaymentWay[];
  readonly value: PaymentWay | undefined;
  readonly onChange: (way: PaymentWay) => void;
}

function WayChoice({ ways, value, onChange }: WayChoiceProps) {
  const t = useTranslate();
  return (
    <div className={styles['field']}>
      <span>{t('acceptor.way')}</span>
      <RadioGroup
        label={t('acceptor.way')}
        value={value}
        onChange={onChange}
        options={ways.map((name) => ({ name, label: t(`acceptor.way.${name}`) }))}
      />
    </div>
  );
}

interface MoneyFieldProps {
  readonly control: Control<Values>;
  readonly most: string;
}

function MoneyField({ control, most }: MoneyFieldProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { field, fieldState } = useController({
    control,
    name: 'money',
    rules: { validate: (text) => isMoney(text, most) },
  });
  const { value, onChange, ref } = field;
  const amount = grouped(most, language);
  return (
    <AmountField
      {...{ value, onChange, ref }}
      label={t('acceptor.money')}
      unit={FIAT}
      decimals={MONEY_SCALE}
      hint={t('acceptor.upTo', { amount })}
      error={fieldState.error && t('acceptor.error.money', { amount })}
    />
  );
}

interface DealSumsProps {
  readonly acceptor: Acceptor;
  readonly type: DealType;
  readonly control: Control<Values>;
  readonly way: PaymentWay | undefined;
  readonly saved: string | undefined;
}

/** The price, the coins for the typed amount, and the account that is paid. */
function DealSums({ acceptor, type, control, way, saved }: DealSumsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: details } = useQuery(acceptorQuery(acceptor.id));
  const { rate } = acceptor.offers[type];
  const coins = coinsFor(useWatch({ control, name: 'money' }), rate, type);
  return (
    <dl className={styles['sums']}>
      <dt>{t('acceptor.price')}</dt>
      <dd>{`${grouped(rate, language)} ${FIAT}`}</dd>
      <dt>{t(`acceptor.coins.${type}`)}</dt>
      <dd>{coins === undefined ? MISSING : `${grouped(coins, language)} ${COIN}`}</dd>
      {type === 'sell' && (
        <>
          <dt>{t('acceptor.account.sell')}</dt>
          <dd>{saved === undefined || saved === '' ? MISSING : saved}</dd>
        </>
      )}
      {type === 'buy' && (
        <>
          <dt>{t('acceptor.payTo')}</dt>
          <dd>{details === undefined || way === undefined ? MISSING : details.payees[way]}</dd>
        </>
      )}
    </dl>
  );
}

interface DealNotesProps {
  readonly type: DealType;
  /** False where a sale has no saved account to be paid to. */
  readonly hasAccount: boolean;
}

function DealNotes({ type, hasAccount }: DealNotesProps) {
  const t = useTranslate();
  return (
    <>
      <p className={styles['note']}>
        {t(type === 'buy' ? 'acceptor.noteBuy' : 'acceptor.noteSell', {
          minutes: UNPAID_MINUTES,
          hours: ANSWER_HOURS,
        })}
      </p>
      {type === 'sell' && !hasAccount && (
        <p className={styles['note']}>
          {t('acceptor.noAccount')}{' '}
          <ButtonLink to="/userSetting">{t('feature.receipt')}</ButtonLink>
        </p>
      )}
    </>
  );
}

/**
 * The saved account that a sale in this way is paid to; '' without one, undefined for purchases and
 * while loading.
 */
function useSavedAccount(type: DealType, way: PaymentWay | undefined): string | undefined {
  const { data } = useQuery({ ...accountsQuery, enabled: type === 'sell' });
  if (type === 'buy' || data === undefined || way === undefined) return undefined;
  return data[way].trim();
}
