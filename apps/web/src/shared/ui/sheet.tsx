import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

interface SheetProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** A figure beside the title. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The edge that it enters from on a wide screen. On a phone it enters from below. */
  readonly side?: 'left' | 'right';
}

/** A sheet over the page: a menu, filters, a form on a phone. */
export function Sheet({ side = 'right', ...props }: SheetProps) {
  return <Modal shape={side} {...props} />;
}
