import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import {
  ACCOUNT_KINDS,
  accountName,
  type AccountInputs,
  type AccountName,
} from '../../../shared/account-name.ts';
import { likelyCountry, useCountries } from '../../../shared/countries.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { CountryField } from '../../../shared/ui/country-field.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';

/** Values of a form that asks for an account. */
export interface AccountValues extends AccountInputs {
  /** ISO 3166-1 numeric. */
  countryId: number | undefined;
}

export const NO_ACCOUNT: AccountValues = {
  kind: 'email',
  email: '',
  phone: '',
  countryId: undefined,
};

/** Returns a function that parses the fields into an account. */
export function useAccountName(): (values: AccountValues) => AccountName | undefined {
  const { countries } = useCountries();
  return (values) =>
    accountName(
      values,
      countries?.find(({ id }) => id === values.countryId),
    );
}

/**
 * An account by e-mail or by phone, inside a `FormProvider`.
 * @param isNationality whether the country is required with an e-mail too, and is kept
 */
export function AccountFields({ isNationality = false }: { readonly isNationality?: boolean }) {
  const t = useTranslate();
  const { control, register, formState, trigger } = useFormContext<AccountValues>();
  const { errors } = formState;
  const { field: kind } = useController({ control, name: 'kind' });
  const nameOf = useAccountName();
  const isMail = kind.value === 'email';
  const isAccount = (_text: string, values: AccountValues): boolean => nameOf(values) !== undefined;
  const again = (name: 'email' | 'phone') => (): void => {
    if (errors[name] !== undefined) void trigger(name);
  };
  return (
    <>
      <Segments
        label={t('auth.kind')}
        isFilled
        size="roomy"
        value={kind.value}
        onChange={kind.onChange}
        options={ACCOUNT_KINDS.map((name) => ({ name, label: t(`auth.kind.${name}`) }))}
      />
      {(isNationality || !isMail) && (
        <CountryChoice hint={isNationality ? t('country.fixed') : undefined} />
      )}
      {isMail ? (
        <TextField
          key="email"
          label={t('auth.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email && t('auth.error.email')}
          {...register('email', { validate: isAccount, onChange: again('email') })}
        />
      ) : (
        <TextField
          key="phone"
          label={t('auth.phone')}
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          before={<AreaCode />}
          error={errors.phone && t('auth.error.phone')}
          {...register('phone', { validate: isAccount, onChange: again('phone') })}
        />
      )}
    </>
  );
}

/** Preselects the country of the browser's language. */
function CountryChoice({ hint }: { readonly hint: string | undefined }) {
  const t = useTranslate();
  const { control } = useFormContext<AccountValues>();
  const { countries, error, retry } = useCountries();
  const { field, fieldState } = useController({
    control,
    name: 'countryId',
    rules: { required: true },
  });
  const { value, onChange } = field;
  const isUnset = value === undefined;
  useEffect(() => {
    const likely =
      isUnset && countries !== undefined
        ? likelyCountry(countries, navigator.languages)
        : undefined;
    if (likely !== undefined) onChange(likely.id);
  }, [isUnset, countries, onChange]);
  if (countries === undefined && error !== null)
    return <Failure message={error.message} onRetry={retry} />;
  return (
    <CountryField
      label={t('country.label')}
      countries={countries}
      value={countries?.find(({ id }) => id === value)}
      onChange={({ id }) => onChange(id)}
      hint={hint}
      error={fieldState.error && t('country.missing')}
    />
  );
}

function AreaCode() {
  const { watch } = useFormContext<AccountValues>();
  const { countries } = useCountries();
  const country = countries?.find(({ id }) => id === watch('countryId'));
  return country && <span>+{country.areaCode}</span>;
}
