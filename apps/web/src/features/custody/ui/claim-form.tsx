import type { NetworkName } from '@meridian/contract/custody/networks';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { claimDeposit, refreshClaims } from '../deposits-api.ts';
import { isAmount } from '../model/amounts.ts';
import styles from './claim-form.module.css';
import { ClaimList } from './claim-list.tsx';

interface ClaimProps {
  readonly currency: number;
  readonly code: string;
  /** Of the currency. */
  readonly decimals: number;
  readonly network: NetworkName;
}

interface Values {
  readonly amount: string;
  readonly from: string;
  readonly hash: string;
  readonly picture: string;
}

/**
 * For a deposit that has not arrived by itself: a form, and earlier applications with their
 * decisions.
 */
export function ClaimSection(props: ClaimProps) {
  const t = useTranslate();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles['section']} aria-label={t('wallet.claim')}>
      <div className={styles['head']}>
        <div>
          <h3>{t('wallet.claim')}</h3>
          <p>{t('wallet.claimAbout')}</p>
        </div>
        <Button isSmall aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'action.close' : 'wallet.claimOpen')}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <ClaimForm {...props} />
            <h3>{t('wallet.claims')}</h3>
            <div className={styles['list']}>
              <ClaimList />
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** Amount, where it came from, its transaction and a picture of it: all are wanted. */
function ClaimForm({ currency, code, decimals, network }: ClaimProps) {
  const t = useTranslate();
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const { register, control, handleSubmit, reset, formState } = useForm<Values>({
    defaultValues: { amount: '', from: '', hash: '', picture: '' },
  });
  const { errors } = formState;
  const { isBusy, failure, send } = useFormCall(claimDeposit, {
    onDone: async (message) => {
      showToast('success', message);
      reset();
      setRound(round + 1);
      await refreshClaims(client);
    },
  });
  const submit = handleSubmit(({ from, hash, ...values }) =>
    send({ ...values, currency, network, from: from.trim(), hash: hash.trim() }),
  );
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <ClaimAmount control={control} code={code} decimals={decimals} />
      <TextField
        label={t('wallet.fromAddress')}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        error={errors.from && t('wallet.error.fromAddress')}
        {...register('from', { validate: isGiven })}
      />
      <TextField
        label={t('wallet.hash')}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        error={errors.hash && t('wallet.error.hash')}
        {...register('hash', { validate: isGiven })}
      />
      <ClaimPicture key={round} control={control} />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('wallet.claimSend')}
      </Button>
    </form>
  );
}

function isGiven(text: string): boolean {
  return text.trim() !== '';
}

function ClaimAmount({
  control,
  code,
  decimals,
}: {
  readonly control: Control<Values>;
  readonly code: string;
  readonly decimals: number;
}) {
  const t = useTranslate();
  const { field, fieldState } = useController({
    control,
    name: 'amount',
    rules: { validate: (text) => isAmount(text, decimals) },
  });
  const { value, onChange, ref } = field;
  return (
    <AmountField
      {...{ value, onChange, ref }}
      label={t('wallet.amount')}
      unit={code}
      decimals={decimals}
      error={fieldState.error && t('wallet.error.missing')}
    />
  );
}

function ClaimPicture({ control }: { readonly control: Control<Values> }) {
  const t = useTranslate();
  const { field, fieldState } = useController({
    control,
    name: 'picture',
    rules: { required: true },
  });
  return (
    <PictureField
      ref={field.ref}
      label={t('wallet.claimPicture')}
      hint={t('wallet.claimPictureHint')}
      onChange={field.onChange}
      error={fieldState.error && t('wallet.error.picture')}
    />
  );
}
