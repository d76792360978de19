import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { useFocusBack } from './focus-back.ts';
import styles from './modal.module.css';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Fields to fill in before confirming. */
  readonly fields?: ReactNode;
  readonly confirmLabel: string;
  /** `accent` for an action that takes nothing away. */
  readonly look?: 'danger' | 'accent';
  /** Of the button that leaves all as it is, where "cancel" would say the opposite. */
  readonly cancelLabel?: string;
  readonly isBusy: boolean;
  readonly isReady?: boolean;
  /** For acts that a habit must not bring about: Enter presses nothing, the space bar does. */
  readonly ignoresEnter?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an irreversible action. Focus starts on the cancel button. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  fields,
  confirmLabel,
  look = 'danger',
  cancelLabel,
  isBusy,
  isReady = true,
  ignoresEnter = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useTranslate();
  const focusBack = useFocusBack();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles['overlay']} />
        <AlertDialog.Content
          className={styles['dialog']}
          data-small
          onKeyDown={(event) => ignoresEnter && event.key === 'Enter' && event.preventDefault()}
          {...focusBack}
        >
          <div className={styles['head']}>
            <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          </div>
          <div className={styles['body']}>
            <AlertDialog.Description asChild>
              <div className={styles['said']}>{children}</div>
            </AlertDialog.Description>
            {fields}
          </div>
          <div className={styles['actions']}>
            <AlertDialog.Cancel asChild>
              <Button isWide>{cancelLabel ?? t('action.cancel')}</Button>
            </AlertDialog.Cancel>
            <Button isWide look={look} isBusy={isBusy} disabled={!isReady} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
