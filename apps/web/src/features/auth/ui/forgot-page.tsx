import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { checkRecoveryCode, resetPassword, sendRecoveryCode } from '../api.ts';
import { isAccount, isAllowedPassword } from '../model/password-rule.ts';
import styles from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { useCode } from './use-code.ts';

interface Proof {
  readonly account: string;
  readonly code: string;
}

/** A forgotten password: first the code from one's mail or phone, then the new password. @param hint where the code is (demo) */
export function ForgotPage({ hint }: { readonly hint?: (account: string) => ReactNode }) {
  const t = useTranslate();
  const [proof, setProof] = useState<Proof>();
  return (
    <AuthCard title={t('auth.forgotTitle')}>
      {proof === undefined ? <CodeStep hint={hint} onProven={setProof} /> : <PasswordStep proof={proof} />}
      <Link to="/components/login">{t('auth.backToLogin')}</Link>
    </AuthCard>
  );
}

function CodeStep({ hint, onProven }: { readonly hint: ((account: string) => ReactNode) | undefined; readonly onProven: (proof: Proof) => void }) {
  const t = useTranslate();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, getValues, trigger } = useForm<{ account: string; code: string }>();
  const { errors, isSubmitting } = formState;
  const { isSending, waitSeconds, wasSent, send } = useCode(sendRecoveryCode);
  const requestCode = async (): Promise<void> => {
    if (await trigger('account', { shouldFocus: true })) await send(getValues('account').trim());
  };
  const submit = handleSubmit(async (fields) => {
    setFailure(undefined);
    const proof = { account: fields.account.trim(), code: fields.code.trim() };
    try {
      await checkRecoveryCode(proof);
    } catch (error) {
      setFailure((error as Error).message);
      return;
    }
    onProven(proof);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField label={t('auth.account')} autoComplete="username" inputMode="email" autoFocus error={errors.account && t('auth.error.accountForm')} {...register('account', { validate: isAccount })} />
      <TextField
        label={t('auth.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code && t('auth.error.code')}
        after={
          <Button isSmall look="text" isBusy={isSending} disabled={waitSeconds > 0} onClick={() => void requestCode()}>
            {waitSeconds > 0 ? t('auth.codeWait', { seconds: waitSeconds }) : t('auth.sendCode')}
          </Button>
        }
        {...register('code', { required: true })}
      />
      {wasSent && hint?.(getValues('account').trim())}
      <Failure text={failure} />
      <Button type="submit" look="accent" isWide isBusy={isSubmitting}>
        {t('auth.next')}
      </Button>
    </form>
  );
}

function PasswordStep({ proof }: { readonly proof: Proof }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, getValues } = useForm<{ password: string; repeated: string }>();
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password, repeated }) => {
    setFailure(undefined);
    try {
      showToast('success', await resetPassword({ ...proof, password, repassword: repeated }));
    } catch (error) {
      setFailure((error as Error).message);
      return;
    }
    await navigate('/components/login', { replace: true, state: location.state as unknown });
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField label={t('auth.newPassword')} type="password" autoComplete="new-password" autoFocus error={errors.password && t('auth.error.password')} {...register('password', { validate: isAllowedPassword })} />
      <TextField label={t('auth.repeatPassword')} type="password" autoComplete="new-password" error={errors.repeated && t('auth.error.repeated')} {...register('repeated', { validate: (value) => value === getValues('password') })} />
      <Failure text={failure} />
      <Button type="submit" look="accent" isWide isBusy={isSubmitting}>
        {t('auth.setPassword')}
      </Button>
    </form>
  );
}

function Failure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles['failure']}>
      {text}
    </p>
  );
}
