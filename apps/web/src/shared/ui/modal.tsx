import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import { useFocusBack } from './focus-back.ts';
import styles from './modal.module.css';

interface ModalProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** A figure beside the title. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly shape: 'dialog' | 'left' | 'right';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly container?: HTMLElement | null | undefined;
}

/**
 * The common part of `Dialog` and `Sheet`: it takes the focus, gives it back, and closes on Esc,
 * the cross or a press outside.
 */
export function Modal(props: ModalProps) {
  const { isOpen, title, aside, onClose, shape, children, actions, container } = props;
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className={styles['overlay']} />
        <Dialog.Content
          className={styles[shape === 'dialog' ? 'dialog' : 'sheet']}
          data-side={shape}
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          {...focusBack}
        >
          <div className={styles['head']}>
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
            <CloseButton onClick={onClose} />
          </div>
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Toasts are above everything: dismissing one, which removes it, is no press outside of the dialog.
 */
function keepForToasts(event: Event): void {
  const { target } = event;
  if (target instanceof Element && (!target.isConnected || target.closest('[aria-live]') !== null))
    event.preventDefault();
}
