import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type InputHTMLAttributes } from 'react';
import { useForm } from 'react-hook-form';
import { useFormCall } from '../form/use-form-call.ts';
import { useTranslate, type MessageId } from '../i18n/translate.ts';
import { provePasskey } from '../passkey/passkey.ts';
import { useSession } from '../session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/form-failure.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { WaitingButton } from '../verification-code/waiting-button.tsx';
import { proveByPasskey, proveTyped, securityStateQuery } from './security-api.ts';
import type { StepUpMethod } from './security-state.ts';
import styles from './step-up-dialog.module.css';

/** Input attributes of each method's value. */
const INPUTS: Readonly<
  Record<Exclude<StepUpMethod, 'passkey'>, InputHTMLAttributes<HTMLInputElement>>
> = {
  password: { type: 'password', autoComplete: 'current-password' },
  fundPassword: { type: 'password', inputMode: 'numeric', autoComplete: 'off' },
  totp: { autoComplete: 'one-time-code' },
};

const METHOD_LABELS = {
  password: 'stepUp.method.password',
  fundPassword: 'stepUp.method.fund_password',
  totp: 'stepUp.method.totp',
  passkey: 'stepUp.method.passkey',
} as const satisfies Record<StepUpMethod, MessageId>;

/**
 * Asks for a step-up, by one of the account's methods. The call that needed it waits, and then
 * continues by itself.
 */
export function StepUpDialog({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(securityStateQuery);
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  useEffect(() => {
    if (!isLoggedIn) onAnswer(false);
  }, [isLoggedIn, onAnswer]);
  return (
    <Dialog isOpen title={t('stepUp.title')} onClose={() => onAnswer(false)}>
      <div className={styles['body']}>
        <p className={styles['about']}>{t('stepUp.about')}</p>
        {data === undefined && error === null && <Skeleton rows={3} height={44} />}
        {data === undefined && error !== null && (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )}
        {data !== undefined && (
          <Methods methods={data.stepUpMethods} onProven={() => onAnswer(true)} />
        )}
      </div>
    </Dialog>
  );
}

function Methods({
  methods,
  onProven,
}: {
  readonly methods: readonly StepUpMethod[];
  readonly onProven: () => void;
}) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<StepUpMethod>();
  const method = chosen ?? methods[0] ?? 'password';
  return (
    <>
      {methods.length > 1 && (
        <Segments
          label={t('stepUp.methods')}
          isFilled
          value={method}
          onChange={setChosen}
          options={methods.map((name) => ({ name, label: t(METHOD_LABELS[name]) }))}
        />
      )}
      {method === 'passkey' ? (
        <PasskeyProof onProven={onProven} />
      ) : (
        <TypedProof key={method} method={method} onProven={onProven} />
      )}
    </>
  );
}

interface TypedProofProps {
  readonly method: Exclude<StepUpMethod, 'passkey'>;
  readonly onProven: () => void;
}

function TypedProof({ method, onProven }: TypedProofProps) {
  const t = useTranslate();
  const { register, handleSubmit, formState, setFocus } = useForm<{ value: string }>();
  const { errors } = formState;
  const { isBusy, failure, waitSeconds, send } = useFormCall(
    (value: string) => proveTyped(method, value),
    {
      onDone: onProven,
      onFailed: () => {
        setFocus('value', { shouldSelect: true });
        return false;
      },
    },
  );
  useEffect(() => {
    // Focuses the value in an already open dialog. A new dialog focuses it by itself.
    const frame = requestAnimationFrame(() => setFocus('value'));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  const submit = handleSubmit(({ value }) => send(method === 'password' ? value : value.trim()));
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t(METHOD_LABELS[method])}
        hint={method === 'totp' ? t('auth.totpHint', { hours: WITHDRAWAL_HOLD_HOURS }) : undefined}
        error={errors.value && t('stepUp.missing')}
        {...INPUTS[method]}
        {...register('value', { required: true })}
      />
      <FormFailure text={failure?.message} />
      <WaitingButton
        name={t('stepUp.confirm')}
        waitSeconds={waitSeconds}
        type="submit"
        look="accent"
        isWide
        isBusy={isBusy}
      />
    </form>
  );
}

function PasskeyProof({ onProven }: { readonly onProven: () => void }) {
  const t = useTranslate();
  const { isBusy, failure, waitSeconds, send } = useFormCall(proveByPasskey, { onDone: onProven });
  return (
    <div className={styles['form']}>
      <p>{t('passkey.willAsk')}</p>
      <FormFailure text={failure?.message} />
      <WaitingButton
        name={t('passkey.use')}
        waitSeconds={waitSeconds}
        look="accent"
        isWide
        isBusy={isBusy}
        onClick={() => void send(provePasskey)}
      />
    </div>
  );
}
