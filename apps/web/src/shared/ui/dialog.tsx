import { Dialog as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at its foot. */
  readonly actions?: ReactNode;
}

/** A window over the page, for a short form or something to read. What cannot be taken back asks by `ConfirmDialog`. */
export function Dialog({ isOpen, title, onClose, children, actions }: DialogProps) {
  return (
    <Parts.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Overlay className={styles['overlay']} />
        <Parts.Content className={styles['dialog']} aria-describedby={undefined}>
          <div className={styles['head']}>
            <Parts.Title className={styles['title']}>{title}</Parts.Title>
            <CloseButton onClick={onClose} />
          </div>
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
