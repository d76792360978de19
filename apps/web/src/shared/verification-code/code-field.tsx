import type { InputHTMLAttributes, Ref } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { useCode } from './use-code.ts';

interface CodeFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  /** What `useCode` gave. */
  readonly sending: Pick<ReturnType<typeof useCode<never>>, 'isSending' | 'waitSeconds'>;
  readonly onSend: () => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * Where the code from one's mail or phone is typed, with the button that sends it. Takes what React
 * Hook Form's `register` gives.
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
