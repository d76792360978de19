import type { ConfirmationMethod } from '@meridian/contract/custody/calls';
import { isSecondFactor } from '@meridian/contract/security/second-factors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isUnreachable, type ApiError } from '@meridian/contract/client/api-error';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { provePasskey } from '../../../shared/passkey/passkey.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { CodeField } from '../../../shared/verification-code/code-field.tsx';
import { useRefusal } from '../../../shared/verification-code/use-refusal.ts';
import { UnansweredWithdrawals } from '../model/unanswered-withdrawals.ts';
import type { SentWithdrawal, WithdrawalOrder } from '../model/withdrawal.ts';
import { askWithdrawal, confirmationQuery, refreshWithdrawals } from '../withdrawals-api.ts';
import { useConfirmation } from './use-confirmation.ts';
import styles from './withdraw-form.module.css';

interface WithdrawConfirmationProps {
  readonly order: WithdrawalOrder;
  /** The withdrawal to confirm, in words. */
  readonly children: ReactNode;
  /** The place of the code (demo). */
  readonly codeHint: ReactNode;
  readonly onDone: (message: string) => void;
  /** The withdrawal itself was refused: its form says why. */
  readonly onRefused: (failure: ApiError) => void;
  readonly onClose: () => void;
}

const UNANSWERED = new UnansweredWithdrawals();
/** Refusals of the proof, which stand at its field. */
const OF_THE_PROOF: ReadonlySet<string> = new Set([
  'code_wrong',
  'code_locked',
  'second_factor_wrong',
  'passkey_invalid',
  'confirmation_invalid',
  'login_delayed',
]);
/** Of these, the refusals after which a new confirmation begins. */
const OVER: ReadonlySet<string> = new Set(['passkey_invalid', 'confirmation_invalid']);
const FIRST_FAULT_OF_SERVER = 500;
const LONGEST_CODE = 16;

/** Whether the outcome of a withdrawal is unknown. */
function isLost(failure: ApiError): boolean {
  return isUnreachable(failure) || failure.status >= FIRST_FAULT_OF_SERVER;
}

/**
 * Repeats a withdrawal and asks for its proof: a passkey, a code of the authenticator, or one that
 * was sent.
 */
export function WithdrawConfirmation({
  order,
  children,
  codeHint,
  onDone,
  onRefused,
  onClose,
}: WithdrawConfirmationProps) {
  const t = useTranslate();
  const unanswered = useUnanswered(order);
  const { sent } = unanswered;
  const proof = useProof(order, sent === undefined);
  const { begun, method, code, wrong, setWrong, proofWaitSeconds } = proof;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, ask } = useAsking({ order, unanswered, proof, onDone, onRefused });

  async function confirm(): Promise<void> {
    if (sent !== undefined) return ask(sent);
    if (begun.data === undefined || method === undefined) return;
    const { ticket, options } = begun.data;
    if (method !== 'passkey') {
      if (code.trim() === '')
        setWrong(new Error(t(method === 'totp' ? 'stepUp.missing' : 'auth.error.code')));
      else await ask({ ...order, ticket, proof: code.trim() });
      return;
    }
    setWrong(undefined);
    setAsking(true);
    const signed = await provePasskey(options)
      .catch((error: Error) => setWrong(error))
      .finally(() => setAsking(false));
    if (signed !== undefined) await ask({ ...order, ticket, proof: signed });
  }

  const action = t(sent === undefined && method === 'passkey' ? 'passkey.use' : 'wallet.withdraw');
  const isProofWrong = failure !== undefined && OF_THE_PROOF.has(failure.code);
  return (
    <ConfirmDialog
      isOpen
      title={t('wallet.confirmTitle')}
      confirmLabel={
        proofWaitSeconds > 0 ? t('auth.waitFor', { action, seconds: proofWaitSeconds }) : action
      }
      isBusy={isBusy || isAsking}
      isReady={(sent !== undefined || method !== undefined) && proofWaitSeconds === 0}
      onConfirm={() => void confirm()}
      onCancel={onClose}
      fields={
        <div className={styles['proof']}>
          {sent !== undefined && failure === undefined && <p>{t('wallet.askedBefore')}</p>}
          {sent === undefined && (
            <ProofFields proof={proof} codeHint={codeHint} onSubmit={() => void confirm()} />
          )}
          {sent !== undefined && <FormFailure text={wrong?.message} />}
          <FormFailure text={isProofWrong ? undefined : failure?.message} />
        </div>
      }
    >
      {children}
    </ConfirmDialog>
  );
}

/** A withdrawal that was sent and not answered, until the server says its outcome. */
function useUnanswered(order: WithdrawalOrder) {
  const [sent, setSent] = useState(() => UNANSWERED.of(order));
  const keep = (withdrawal: SentWithdrawal): void => {
    UNANSWERED.keep(withdrawal);
    setSent(withdrawal);
  };
  const settle = (): void => {
    UNANSWERED.forget(order);
    setSent(undefined);
  };
  return { sent, keep, settle };
}

/** The proof of a withdrawal: its method, the typed code, and the refusal of it. */
function useProof(order: WithdrawalOrder, isEnabled: boolean) {
  const [chosen, setChosen] = useState<ConfirmationMethod>();
  const [code, setCode] = useState('');
  const { failure: wrong, waitSeconds: proofWaitSeconds, setFailure: setWrong } = useRefusal();
  const { begun, waitSeconds, isDelayed, unsent } = useConfirmation(order, isEnabled);
  const methods = begun.data?.methods ?? [];
  const method = chosen !== undefined && methods.includes(chosen) ? chosen : methods[0];
  // Only a code that is sent can be delayed.
  const shown = method ?? (isDelayed ? 'email' : undefined);
  return {
    begun,
    methods,
    method,
    shown,
    setChosen,
    code,
    setCode,
    wrong,
    setWrong,
    /** Until another proof is accepted. */
    proofWaitSeconds,
    /** Until another code is sent. */
    waitSeconds,
    unsent,
  };
}

type Proof = ReturnType<typeof useProof>;

interface Asking extends Pick<WithdrawConfirmationProps, 'order' | 'onDone' | 'onRefused'> {
  readonly unanswered: ReturnType<typeof useUnanswered>;
  readonly proof: Proof;
}

/** Sends the withdrawal with its proof. A refusal stands at the proof, or goes to the form. */
function useAsking({ order, unanswered, proof, onDone, onRefused }: Asking) {
  const client = useQueryClient();
  const { queryKey } = confirmationQuery(order);
  const { keep, settle } = unanswered;
  const { setCode, setWrong } = proof;
  const asked = useRef<SentWithdrawal>(undefined);
  const { isBusy, failure, send } = useMoneyCall(askWithdrawal, {
    onDone: (message) => {
      settle();
      setCode('');
      client.removeQueries({ queryKey, exact: true });
      onDone(message);
    },
    onFailed: (refusal, isAnswered) => {
      if (isLost(refusal) && asked.current !== undefined) keep(asked.current);
      if (isAnswered) settle();
      if (isAnswered && refusal.code !== 'code_wrong') setCode('');
      if (OF_THE_PROOF.has(refusal.code)) {
        setWrong(refusal);
        if (OVER.has(refusal.code)) void client.resetQueries({ queryKey, exact: true });
      } else if (isAnswered) {
        client.removeQueries({ queryKey, exact: true });
        onRefused(refusal);
      }
    },
    refresh: () => refreshWithdrawals(client),
  });
  const ask = async (withdrawal: SentWithdrawal): Promise<void> => {
    setWrong(undefined);
    asked.current = withdrawal;
    await send(withdrawal, { isKeyUsed: true });
  };
  return { isBusy, failure, ask };
}

interface ProofFieldsProps {
  readonly proof: Proof;
  readonly codeHint: ReactNode;
  readonly onSubmit: () => void;
}

/** The choice of a method, and its field. */
function ProofFields({ proof, codeHint, onSubmit }: ProofFieldsProps) {
  const t = useTranslate();
  const { begun, methods, method, shown, setChosen, code, setCode, wrong } = proof;
  const { waitSeconds, unsent } = proof;
  if (shown === undefined)
    return begun.error === null ? (
      <Skeleton rows={1} height={64} />
    ) : (
      <Failure
        message={begun.error.message}
        waitSeconds={waitSeconds}
        onRetry={() => void begun.refetch()}
      />
    );
  return (
    <>
      {methods.length > 1 && (
        <Segments
          label={t('stepUp.methods')}
          isFilled
          value={shown}
          onChange={setChosen}
          options={methods.map((name) => ({
            name,
            label: isSecondFactor(name) ? t(`stepUp.method.${name}`) : name,
          }))}
        />
      )}
      {shown === 'passkey' ? (
        <>
          <p>{t('passkey.willAsk')}</p>
          <FormFailure text={wrong?.message} />
        </>
      ) : (
        <CodeForm
          key={shown === 'totp' ? 'totp' : 'sent'}
          method={shown}
          sentTo={begun.data?.sentTo}
          waitSeconds={waitSeconds}
          isSending={begun.isFetching}
          value={code}
          error={wrong?.message ?? unsent?.message}
          onChange={setCode}
          onSend={() => void begun.refetch()}
          onSubmit={onSubmit}
        />
      )}
      {(method === 'email' || method === 'mobile') && codeHint}
    </>
  );
}

interface CodeFormProps {
  readonly method: Exclude<ConfirmationMethod, 'passkey'>;
  /** undefined before the code is sent. */
  readonly sentTo: string | undefined;
  readonly waitSeconds: number;
  readonly isSending: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly onSend: () => void;
  readonly onSubmit: () => void;
}

function CodeForm({
  method,
  sentTo,
  waitSeconds,
  isSending,
  value,
  error,
  onChange,
  onSend,
  onSubmit,
}: CodeFormProps) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The dialog sets its first focus elsewhere, so the field takes the focus when it appears, and
    // again after a wrong code, to be typed over.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [error]);
  const input = {
    ref: field,
    name: 'code',
    value,
    error,
    maxLength: LONGEST_CODE,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {method === 'totp' ? (
        <TextField
          label={t('stepUp.method.totp')}
          hint={t('wallet.totpHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...input}
        />
      ) : (
        <CodeField
          keepsHint
          hint={
            sentTo === undefined ? t('wallet.codeSoon') : t('wallet.codeSentTo', { to: sentTo })
          }
          sending={{ isSending, waitSeconds }}
          onSend={onSend}
          {...input}
        />
      )}
    </form>
  );
}
