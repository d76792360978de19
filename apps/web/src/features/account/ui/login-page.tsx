import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useState, type ReactNode } from 'react';
import { useForm, type UseFormRegister } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '@meridian/contract/client/api-error';
import { useFormCall } from '../../../shared/form/use-form-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { canUsePasskeys } from '../../../shared/passkey/passkey.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormCard, WaysOn } from '../../../shared/ui/form-card.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { ServiceContact } from '../../../shared/ui/service-contact.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { WaitingButton } from '../../../shared/verification-code/waiting-button.tsx';
import { openSession, type FactorProof } from '../login-api.ts';
import { answerOfPasskey, openSessionByPasskey } from '../passkey-login-api.ts';
import { returnPath } from './return-path.ts';

interface Fields {
  account: string;
  password: string;
  totp: string;
}

/**
 * The second step after the password: the account's factor, or a recovery code in place of a lost
 * passkey.
 */
type Asked = 'code' | 'passkey' | 'recovery';
/** Refusals that name the required factor. */
const ASKED: Readonly<Record<string, Asked>> = {
  second_factor_required: 'code',
  passkey_required: 'passkey',
};

/**
 * Logs in: with a password, and the code of the authenticator or the passkey if the account has
 * one, or with a passkey alone. Then redirects back.
 * @param hint below the form (demo accounts)
 */
export function LoginPage({ hint }: { readonly hint?: ReactNode }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  const [asked, setAsked] = useState<Asked>();
  const { register, handleSubmit, formState } = useForm<Fields>();
  const { errors } = formState;
  const arrive = async (): Promise<void> => {
    showToast('success', t('auth.loggedIn'));
    await navigate(returnPath(location), { replace: true });
  };
  const { isBusy, failure, waitSeconds, setFailure, send } = useLogIn(arrive, { asked, setAsked });
  const submit = handleSubmit(send);
  return (
    <FormCard title={t('auth.login')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('auth.account')}
          autoComplete="username"
          inputMode="email"
          autoFocus
          error={errors.account && t('auth.error.account')}
          {...register('account', {
            required: true,
            // The wait belongs to the account typed before.
            onChange: () => setFailure(undefined),
          })}
        />
        <TextField
          label={t('auth.password')}
          type="password"
          autoComplete="current-password"
          error={errors.password && t('auth.error.passwordMissing')}
          {...register('password', { required: true })}
        />
        <FactorField asked={asked} register={register} isMissing={errors.totp !== undefined} />
        <FormFailure text={failure?.message} />
        {failure instanceof ApiError && failure.code === 'account_frozen' && <ServiceContact />}
        <WaitingButton
          name={t(asked === 'passkey' ? 'passkey.use' : 'auth.login')}
          waitSeconds={waitSeconds}
          type="submit"
          look="accent"
          isWide
          isBusy={isBusy}
        />
        {asked === 'passkey' && (
          <Button isWide onClick={() => (setFailure(undefined), setAsked('recovery'))}>
            {t('auth.useRecoveryCode')}
          </Button>
        )}
        {canUsePasskeys() && asked !== 'passkey' && (
          <PasskeyLogin onFailure={setFailure} onDone={arrive} />
        )}
      </form>
      <OtherWays />
      {hint}
    </FormCard>
  );
}

interface Step {
  readonly asked: Asked | undefined;
  readonly setAsked: (asked: Asked | undefined) => void;
}

/**
 * Without waiting. Fetched by itself: its name would be in the first code of every page otherwise.
 */
function lookAtPush(): void {
  import('../../../shared/push/after-login.ts')
    .then((push) => push.lookAtPush())
    .catch(() => undefined);
}

/** Opens the session, and asks for the second step where the server does. */
function useLogIn(onDone: () => Promise<void>, { asked, setAsked }: Step) {
  const logIn = async ({ account, password, totp }: Fields): Promise<void> => {
    const proof: FactorProof =
      asked === undefined
        ? {}
        : asked === 'passkey'
          ? await answerOfPasskey()
          : { totp: totp.trim() };
    await openSession(account.trim(), password, proof);
    lookAtPush();
  };
  return useFormCall(logIn, {
    onDone,
    onFailed: (error) => {
      const next = error instanceof ApiError ? ASKED[error.code] : undefined;
      if (next !== undefined) setAsked(next);
      // Another account or password was typed: the login starts again.
      if (error instanceof ApiError && error.code === 'login_failed') setAsked(undefined);
      // The first request for a factor is no failure: the password was right, and the code or the
      // passkey is asked for.
      return next !== undefined && next !== asked;
    },
  });
}

interface FactorFieldProps {
  readonly asked: Asked | undefined;
  readonly register: UseFormRegister<Fields>;
  readonly isMissing: boolean;
}

/** The field of the second step. */
function FactorField({ asked, register, isMissing }: FactorFieldProps) {
  const t = useTranslate();
  switch (asked) {
    case 'code':
      return (
        <TextField
          label={t('auth.totp')}
          hint={t('auth.totpHint', { hours: WITHDRAWAL_HOLD_HOURS })}
          autoComplete="one-time-code"
          autoFocus
          error={isMissing ? t('auth.error.totp') : undefined}
          {...register('totp', { required: true })}
        />
      );
    case 'recovery':
      return (
        <TextField
          label={t('auth.recoveryCode')}
          hint={t('auth.recoveryHint', { hours: WITHDRAWAL_HOLD_HOURS })}
          autoComplete="off"
          autoFocus
          error={isMissing ? t('auth.error.recoveryCode') : undefined}
          {...register('totp', { required: true })}
        />
      );
    case 'passkey':
      return <p role="status">{t(canUsePasskeys() ? 'auth.passkeyStep' : 'passkey.notHere')}</p>;
    case undefined:
      return null;
  }
}

/** The ways to a new account and to a new password. */
function OtherWays() {
  const t = useTranslate();
  const location = useLocation();
  return (
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
  );
}

interface PasskeyLoginProps {
  readonly onFailure: (failure: Error | undefined) => void;
  readonly onDone: () => Promise<void>;
}

function PasskeyLogin({ onFailure, onDone }: PasskeyLoginProps) {
  const t = useTranslate();
  const { isBusy, send } = useFormCall(openSessionByPasskey, {
    onDone: () => {
      lookAtPush();
      return onDone();
    },
    onFailed: (error) => {
      onFailure(error);
      return true;
    },
  });
  const logIn = (): void => {
    onFailure(undefined);
    void send(undefined);
  };
  return (
    <Button isWide isBusy={isBusy} onClick={logIn}>
      {t('passkey.login')}
    </Button>
  );
}
