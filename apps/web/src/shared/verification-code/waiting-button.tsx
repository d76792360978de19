import type { ComponentProps } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';

interface WaitingButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly name: string;
  /** Until the server takes it again. */
  readonly waitSeconds: number;
}

/** The button of a form that the server makes wait: it counts the seconds down in its name. */
export function WaitingButton({ name, waitSeconds, disabled, ...rest }: WaitingButtonProps) {
  const t = useTranslate();
  return (
    <Button {...rest} disabled={disabled === true || waitSeconds > 0}>
      {waitSeconds > 0 ? t('auth.waitFor', { action: name, seconds: waitSeconds }) : name}
    </Button>
  );
}
