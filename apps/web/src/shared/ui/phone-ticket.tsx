import { lazy, Suspense, type ReactNode } from 'react';
import { AfterPaint } from './after-paint.tsx';
import { Button } from './button.tsx';
import styles from './phone-ticket.module.css';

const Sheet = lazy(async () => ({ default: (await import('./sheet.tsx')).Sheet }));

interface Action {
  readonly label: string;
  readonly onPress: () => void;
}

interface PhoneTicketProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The two sides of the market. */
  readonly up: Action;
  readonly down: Action;
  /** The book and the form, each with its grid area. */
  readonly children: ReactNode;
}

/** Two buttons at the thumb, and the sheet that they open. Its code comes after the page. */
export function PhoneTicket({ title, isOpen, onClose, up, down, children }: PhoneTicketProps) {
  return (
    <>
      <div className={styles['quick']}>
        <Button isWide look="up" onClick={up.onPress}>
          {up.label}
        </Button>
        <Button isWide look="down" onClick={down.onPress}>
          {down.label}
        </Button>
      </div>
      <Suspense>
        <Sheet isOpen={isOpen} title={title} onClose={onClose}>
          <div className={styles['sheet']}>
            <AfterPaint fallback={<div className={styles['coming']} />}>{children}</AfterPaint>
          </div>
        </Sheet>
      </Suspense>
    </>
  );
}
