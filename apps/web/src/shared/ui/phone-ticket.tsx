import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { AfterPaint } from './after-paint.tsx';
import { Button } from './button.tsx';
import { PageCover } from './use-in-sight.ts';
import styles from './phone-ticket.module.css';

type SheetPart = (typeof import('./sheet.tsx'))['Sheet'];

/** Fetched once: the next terminal opens it at once. */
let fetchedSheet: SheetPart | undefined;

interface Action {
  readonly label: string;
  readonly onPress: () => void;
}

/** Opens and closes a sheet, without a state of the page: else all of it would be rendered. */
export interface PhoneTicketHandle {
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Closes the sheet after an order was sent from it. A late answer of one market leaves the sheet
 * open that shows another one by then.
 * @param shown names what the sheet shows
 */
export function useSentClose(sheet: RefObject<PhoneTicketHandle | null>, shown: string) {
  const latest = useRef(shown);
  latest.current = shown;
  return (): void => {
    if (latest.current === shown) sheet.current?.close();
  };
}

interface PhoneTicketProps {
  readonly ref: Ref<PhoneTicketHandle>;
  readonly title: string;
  /** The live price, where nothing in the sheet shows it. */
  readonly price?: ReactNode;
  /** The two sides of the market. */
  readonly up: Action;
  readonly down: Action;
  /** The book and the form, each with its grid area. */
  readonly children: ReactNode;
}

/** Two buttons at the thumb, and the sheet that they open. Its code comes after the page. */
export function PhoneTicket({ ref, title, price, up, down, children }: PhoneTicketProps) {
  const [isOpen, setOpen] = useState(false);
  const Sheet = useSheet();
  useImperativeHandle(ref, () => ({ open: () => setOpen(true), close: () => setOpen(false) }), []);
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
      {Sheet !== undefined && (
        <Sheet isOpen={isOpen} title={title} aside={price} onClose={() => setOpen(false)}>
          <div className={styles['sheet']}>
            <AfterPaint fallback={<div className={styles['coming']} />}>
              {children}
              <PageCover />
            </AfterPaint>
          </div>
        </Sheet>
      )}
    </>
  );
}

/**
 * The sheet, once it is fetched; a failure is for the boundary around. React would show a lazy
 * component when nothing else is to do, and prices always are.
 */
function useSheet(): SheetPart | undefined {
  const [Sheet, setSheet] = useState(() => fetchedSheet);
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    // It may have come since this was rendered.
    setSheet(() => fetchedSheet);
    if (fetchedSheet !== undefined) return undefined;
    let isOver = false;
    import('./sheet.tsx').then(
      (part) => {
        fetchedSheet = part.Sheet;
        if (!isOver) setSheet(() => part.Sheet);
      },
      (error: Error) => !isOver && setFailure(error),
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (failure !== undefined) throw failure;
  return Sheet;
}
