import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { canUsePasskeys } from '../../../shared/passkey/passkey.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard, WaysOn } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { openSession } from '../api.ts';
import { openSessionByPasskey } from '../passkey-login.ts';
import { returnPath } from './return-path.ts';

interface Fields {
  account: string;
  password: string;
  totp: string;
}

/** Logging in: with a password, and the code of the authenticator where there is one, or with a passkey. Afterwards one is where one came from. @param hint below the form (demo accounts) */
export function LoginPage({ hint }: { readonly hint?: ReactNode }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  const [failure, setFailure] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const { register, handleSubmit, formState } = useForm<Fields>();
  const { errors, isSubmitting } = formState;
  const arrive = async (): Promise<void> => {
    showToast('success', t('auth.loggedIn'));
    await navigate(returnPath(location), { replace: true });
  };
  const submit = handleSubmit(async ({ account, password, totp }) => {
    setFailure(undefined);
    try {
      await openSession(account.trim(), password, needsCode ? totp.trim() : undefined);
    } catch (error) {
      // The first time it is no failure: the password was right, and the code is asked for.
      const isAsked = error instanceof ApiError && error.code === 'second_factor_required';
      if (isAsked) setNeedsCode(true);
      if (!isAsked || needsCode) setFailure((error as Error).message);
      return;
    }
    await arrive();
  });
  return (
    <FormCard title={t('auth.login')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t('auth.account')} autoComplete="username" inputMode="email" autoFocus error={errors.account && t('auth.error.account')} {...register('account', { required: true })} />
        <TextField label={t('auth.password')} type="password" autoComplete="current-password" error={errors.password && t('auth.error.passwordMissing')} {...register('password', { required: true })} />
        {needsCode && <TextField label={t('auth.totp')} hint={t('auth.totpHint')} autoComplete="one-time-code" autoFocus error={errors.totp && t('auth.error.totp')} {...register('totp', { required: true })} />}
        <FormFailure text={failure} />
        <Button type="submit" look="accent" isWide isBusy={isSubmitting}>
          {t('auth.login')}
        </Button>
        {canUsePasskeys() && <PasskeyLogin onFailure={setFailure} onDone={arrive} />}
      </form>
      <WaysOn>
        <p>
          {t('auth.noAccount')}{' '}
          <Link to="/components/register" state={location.state as unknown}>
            {t('auth.register')}
          </Link>
        </p>
        <Link to="/forgetPwd" state={location.state as unknown}>
          {t('auth.forgot')}
        </Link>
      </WaysOn>
      {hint}
    </FormCard>
  );
}

interface PasskeyLoginProps {
  readonly onFailure: (text: string | undefined) => void;
  readonly onDone: () => Promise<void>;
}

function PasskeyLogin({ onFailure, onDone }: PasskeyLoginProps) {
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const logIn = async (): Promise<void> => {
    onFailure(undefined);
    setBusy(true);
    try {
      await openSessionByPasskey();
    } catch (error) {
      onFailure((error as Error).message);
      setBusy(false);
      return;
    }
    await onDone();
  };
  return (
    <Button isWide isBusy={isBusy} onClick={() => void logIn()}>
      {t('passkey.login')}
    </Button>
  );
}
