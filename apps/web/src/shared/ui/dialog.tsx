import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at its foot. */
  readonly actions?: ReactNode;
  /**
   * Element that it opens in: a part of the page that fills the screen; the page's body without it.
   */
  readonly container?: HTMLElement | null | undefined;
}

/** A window over the page, for a short form or a text. Irreversible actions use `ConfirmDialog`. */
export function Dialog(props: DialogProps) {
  return <Modal shape="dialog" {...props} />;
}
