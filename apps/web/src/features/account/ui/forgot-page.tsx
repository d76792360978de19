import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { usePasswordPolicy } from '../../../shared/password-policy.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { useCode } from '../../../shared/verification-code/use-code.ts';
import {
  checkRecoveryCode,
  resetPassword,
  sendRecoveryCode,
  type Proof,
} from '../registration-api.ts';
import {
  AccountFields,
  NO_ACCOUNT,
  useAccountName,
  type AccountValues,
} from './account-fields.tsx';
import styles from './form.module.css';

/**
 * Recovers a forgotten password: first the code from mail or phone, then the new password.
 * @param hint location of the code (demo)
 */
export function ForgotPage({ hint }: { readonly hint?: (receiver: string) => ReactNode }) {
  const t = useTranslate();
  const [proof, setProof] = useState<Proof>();
  return (
    <FormCard title={t('auth.forgotTitle')}>
      {proof === undefined ? (
        <CodeStep hint={hint} onProven={setProof} />
      ) : (
        <PasswordStep proof={proof} />
      )}
      <Link to="/components/login">{t('auth.backToLogin')}</Link>
    </FormCard>
  );
}

interface CodeValues extends AccountValues {
  code: string;
}

function CodeStep({
  hint,
  onProven,
}: {
  readonly hint: ((receiver: string) => ReactNode) | undefined;
  readonly onProven: (proof: Proof) => void;
}) {
  const t = useTranslate();
  const form = useForm<CodeValues>({ defaultValues: { ...NO_ACCOUNT, code: '' } });
  const { register, handleSubmit, formState, getValues, trigger } = form;
  const { errors } = formState;
  const nameOf = useAccountName();
  const [sentTo, setSentTo] = useState<string>();
  const { send: sendCode, ...sending } = useCode(sendRecoveryCode);
  const requestCode = async (): Promise<void> => {
    const account = (await trigger(['email', 'phone', 'countryId'], { shouldFocus: true }))
      ? nameOf(getValues())
      : undefined;
    if (account === undefined) return;
    await sendCode(account);
    setSentTo(account.whole);
  };
  const { isBusy, failure, send } = useFormCall(checkRecoveryCode, {
    onDone: (_answer, proof) => onProven(proof),
  });
  const submit = handleSubmit(async (values) => {
    const account = nameOf(values);
    if (account !== undefined) await send({ account, code: values.code.trim() });
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AccountFields />
        <CodeField
          sending={sending}
          onSend={() => void requestCode()}
          error={
            errors.code && t(sentTo === undefined ? 'auth.error.codeUnsent' : 'auth.error.code')
          }
          {...register('code', { required: true })}
        />
        {sentTo !== undefined && hint?.(sentTo)}
        <FormFailure text={failure?.message} />
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('auth.next')}
        </Button>
      </form>
    </FormProvider>
  );
}

function PasswordStep({ proof }: { readonly proof: Proof }) {
  const t = useTranslate();
  const policy = usePasswordPolicy();
  const navigate = useNavigate();
  const location = useLocation();
  const { register, handleSubmit, formState, getValues } = useForm<{
    password: string;
    repeated: string;
  }>();
  const { errors } = formState;
  const { isBusy, failure, send } = useFormCall(resetPassword, {
    onDone: (message) => {
      showToast('success', message);
      return navigate('/components/login', { replace: true, state: location.state as unknown });
    },
  });
  const submit = handleSubmit((values) => send({ ...proof, ...values }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
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
      <p className={styles['note']}>{t('auth.resetAfter', { hours: WITHDRAWAL_HOLD_HOURS })}</p>
      <FormFailure text={failure?.message} />
      <Button type="submit" look="accent" isWide isBusy={isBusy}>
        {t('auth.setPassword')}
      </Button>
    </form>
  );
}
