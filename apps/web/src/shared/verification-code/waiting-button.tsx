import type { ComponentProps } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';

interface WaitingButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly name: string;
  /** Seconds until the server accepts the form again. */
  readonly waitSeconds: number;
}

/** The button of a form that has to wait: its name counts the seconds down. */
export function WaitingButton({ name, waitSeconds, disabled, ...rest }: WaitingButtonProps) {
  const t = useTranslate();
  return (
    <Button {...rest} disabled={disabled === true || waitSeconds > 0}>
      {waitSeconds > 0 ? t('auth.waitFor', { action: name, seconds: waitSeconds }) : name}
    </Button>
  );
}
