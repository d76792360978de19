import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { rememberDevice } from '../../../shared/device-api.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { usePasswordPolicy } from '../../../shared/password-policy.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { ownAccountQuery, setPassword } from '../api.ts';
import styles from './form.module.css';
import { useAccountForm } from './use-change.ts';

/** Sets a new password for a logged-in user. The step-up replaces the old one. */
export function ResetPasswordPage() {
  const t = useTranslate();
  const policy = usePasswordPolicy();
  const navigate = useNavigate();
  const { data: info } = useQuery(ownAccountQuery);
  const { register, handleSubmit, formState, getValues } = useForm<{
    password: string;
    repeated: string;
  }>();
  const { errors } = formState;
  const { isBusy, failure, send } = useAccountForm(setPassword, {
    onDone: () => {
      rememberDevice();
      void navigate('/accountSet');
    },
  });
  const submit = handleSubmit((values) => send(values));
  return (
    <FormCard title={t('security.changePassword')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {/* The user name, for password managers. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={info?.account ?? ''}
          readOnly
          hidden
        />
        <TextField
          label={t('auth.newPassword')}
          hint={policy.words}
          type="password"
          autoComplete="new-password"
          autoFocus
          error={errors.password && policy.words}
          {...register('password', { validate: policy.isKept })}
        />
        <TextField
          label={t('auth.repeatPassword')}
          type="password"
          autoComplete="new-password"
          error={errors.repeated && t('auth.error.repeated')}
          {...register('repeated', { validate: (value) => value === getValues('password') })}
        />
        <p className={styles['note']}>
          {t('security.passwordAfter', { hours: WITHDRAWAL_HOLD_HOURS })}
        </p>
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('auth.setPassword')}
        </Button>
      </form>
      <Link to="/accountSet">{t('account.back')}</Link>
    </FormCard>
  );
}
