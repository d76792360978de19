import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { accountName, type AccountName } from '../../../shared/account-name.ts';
import { likelyCountry, useCountries, type Country } from '../../../shared/countries.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CountryField } from '../../../shared/ui/country-field.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { useCode } from '../../../shared/verification-code/use-code.ts';
import { bindMobile, sendMobileCode } from '../api.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

interface PhoneDialogProps {
  readonly title: string;
  /** Location of the code (demo). */
  readonly hint: (receiver: string) => ReactNode;
  readonly onClose: () => void;
}

/** Binds a phone number to the account. */
export function PhoneDialog({ title, hint, onClose }: PhoneDialogProps) {
  const { countries, error, retry } = useCountries();
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      {countries === undefined && error !== null ? (
        <Failure message={error.message} onRetry={retry} />
      ) : (
        <PhoneForm countries={countries} hint={hint} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface PhoneFormProps {
  /** Undefined while loading. */
  readonly countries: readonly Country[] | undefined;
  readonly hint: (receiver: string) => ReactNode;
  readonly onDone: () => void;
}

function PhoneForm({ countries, hint, onDone }: PhoneFormProps) {
  const t = useTranslate();
  const [sentTo, setSentTo] = useState<string>();
  const [chosen, setChosen] = useState<Country>();
  const country = chosen ?? (countries && likelyCountry(countries, navigator.languages));
  const { register, handleSubmit, formState, getValues, trigger } = useForm<{
    phone: string;
    code: string;
  }>();
  const { errors, isSubmitted } = formState;
  const { send: sendCode, ...sending } = useCode(async (account: AccountName) => {
    const answer = await sendMobileCode(account);
    setSentTo(account.whole);
    return answer;
  });
  const { isBusy, failure, send } = useAccountForm(bindMobile, { onDone });
  const account = (phone = getValues('phone')): AccountName | undefined =>
    accountName({ kind: 'mobile', email: '', phone }, country);
  const requestCode = async (): Promise<void> => {
    await trigger('phone', { shouldFocus: true });
    const receiver = account();
    if (receiver !== undefined) await sendCode(receiver);
  };
  const submit = handleSubmit(async ({ code }) => {
    const bound = account();
    if (bound !== undefined) await send({ account: bound, code: code.trim() });
  });
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <CountryField
        label={t('country.label')}
        countries={countries}
        value={country}
        onChange={setChosen}
        error={isSubmitted && country === undefined ? t('country.missing') : undefined}
      />
      <TextField
        label={t('auth.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        before={country && <span>+{country.areaCode}</span>}
        error={errors.phone && t('auth.error.phone')}
        {...register('phone', { validate: (phone) => account(phone) !== undefined })}
      />
      <CodeField
        sending={sending}
        onSend={() => void requestCode()}
        error={errors.code && t('auth.error.code')}
        {...register('code', { required: true })}
      />
      {sentTo !== undefined && hint(sentTo)}
      <p className={styles['note']}>{t('security.holdAfter', { hours: WITHDRAWAL_HOLD_HOURS })}</p>
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('security.bindPhone')}
      </Button>
    </form>
  );
}
