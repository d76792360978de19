import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { AccountName } from '../../../shared/account-name.ts';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { usePasswordPolicy } from '../../../shared/password-policy.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { openAccount } from '../registration-api.ts';
import { returnPath } from './return-path.ts';
import styles from './opening-step.module.css';

interface OpeningStepProps {
  readonly account: AccountName;
  /** Nationality, ISO 3166-1 numeric. */
  readonly countryId: number;
  /** The invitation code of the link. */
  readonly invitation: string;
  readonly sending: Parameters<typeof CodeField>[0]['sending'];
  readonly onSend: () => void;
  readonly onBack: () => void;
  /** Location of the code (demo). */
  readonly hint: ReactNode;
}

interface Values {
  code: string;
  password: string;
  repeated: string;
  invitation: string;
}

/** The second step of a registration. Then logs in and redirects back. */
export function OpeningStep({
  account,
  countryId,
  invitation,
  sending,
  onSend,
  onBack,
  hint,
}: OpeningStepProps) {
  const t = useTranslate();
  const policy = usePasswordPolicy();
  const navigate = useNavigate();
  const location = useLocation();
  const { register, handleSubmit, formState, getValues } = useForm<Values>({
    defaultValues: { invitation },
  });
  const { errors } = formState;
  const { isBusy, failure, send } = useFormCall(openAccount, {
    onDone: () => {
      showToast('success', t('auth.registered'));
      return navigate(returnPath(location), { replace: true });
    },
  });
  const submit = handleSubmit(({ code, invitation: typed, ...passwords }) =>
    send({ account, countryId, code: code.trim(), invitation: typed.trim(), ...passwords }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles['account']}>
        <p>
          {t('auth.yourAccount')}
          <strong>{account.whole}</strong>
        </p>
        <Button isSmall look="text" onClick={onBack}>
          {t('action.change')}
        </Button>
      </div>
      <CodeField
        sending={sending}
        onSend={onSend}
        autoFocus
        error={errors.code && t('auth.error.code')}
        {...register('code', { required: true })}
      />
      <p>{t('auth.takenHint')}</p>
      {hint}
      <TextField
        label={t('auth.password')}
        type="password"
        autoComplete="new-password"
        hint={policy.words}
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
      <TextField label={t('auth.invitation')} autoComplete="off" {...register('invitation')} />
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('auth.register')}
      </Button>
    </form>
  );
}
