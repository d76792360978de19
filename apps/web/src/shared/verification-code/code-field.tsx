import type { InputHTMLAttributes, Ref } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { useCode } from './use-code.ts';

interface CodeFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  /** The result of `useCode`. */
  readonly sending: Pick<ReturnType<typeof useCode<never>>, 'isSending' | 'waitSeconds'>;
  readonly onSend: () => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly keepsHint?: boolean;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * The field for a code from mail or phone, with the button that sends it. Accepts the result of
 * React Hook Form's `register`.
 */
export function CodeField({ sending, onSend, ...input }: CodeFieldProps) {
  const t = useTranslate();
  const { isSending, waitSeconds } = sending;
  return (
    <TextField
      label={t('auth.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      after={
        <Button isSmall look="text" isBusy={isSending} disabled={waitSeconds > 0} onClick={onSend}>
          {waitSeconds > 0 ? t('auth.codeWait', { seconds: waitSeconds }) : t('auth.sendCode')}
        </Button>
      }
      {...input}
    />
  );
}
