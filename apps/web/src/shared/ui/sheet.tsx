import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';

interface SheetProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The edge that it comes from where there is room. On a phone it comes from below. */
  readonly side?: 'left' | 'right';
}

/** A sheet over the page: a menu, filters, a form on a phone. */
export function Sheet({ isOpen, title, onClose, children, side = 'right' }: SheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles['overlay']} />
        <Dialog.Content className={styles['sheet']} data-side={side} aria-describedby={undefined}>
          <div className={styles['head']}>
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            <CloseButton onClick={onClose} />
          </div>
          <div className={styles['body']}>{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
