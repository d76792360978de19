import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import styles from './flyout.module.css';

interface FlyoutProps {
  /** The button's accessible name, if its content is none. */
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  /** Opens also when the keyboard reaches the button, not only on a press. */
  readonly opensOnFocus?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** Time for which the pointer may be outside of both on its way from the button to the panel. */
const LEAVE_MS = 150;
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/**
 * A button of the header with a panel of links or settings below it. Opens on hover with a mouse,
 * on a press, and optionally on focus; closes on Escape, on leaving, or on a choice. Not a `Menu`:
 * menus contain commands, and load with the components that need them.
 */
export function Flyout({
  label,
  trigger,
  align = 'end',
  opensOnFocus = false,
  children,
}: FlyoutProps) {
  const id = useId();
  const { isOpen, setOpen, root, button, events } = useFlyout();
  const close = (): void => {
    button.current?.focus({ preventScroll: true });
    setOpen(false);
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape' && isOpen) close();
    if (event.key !== 'ArrowDown' || event.target !== button.current) return;
    event.preventDefault();
    setOpen(true);
    const flyout = event.currentTarget;
    requestAnimationFrame(() => {
      const first = flyout.querySelector<HTMLElement>(`[data-panel] :is(${FOCUSABLE})`);
      // A panel whose content is being fetched takes the focus itself: Tab leads into it then.
      (first ?? flyout.querySelector<HTMLElement>('[data-panel]'))?.focus();
    });
  };
  return (
    <div ref={root} className={styles['flyout']} onKeyDown={keyDown} {...events}>
      <button
        ref={button}
        type="button"
        className={styles['trigger']}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onFocus={(event) =>
          opensOnFocus && event.currentTarget.matches(':focus-visible') && setOpen(true)
        }
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          id={id}
          className={styles['panel']}
          tabIndex={-1}
          data-panel
          data-align={align}
          onClick={(event) => (event.target as Element).closest('a') !== null && setOpen(false)}
        >
          <div className={styles['body']}>{children(close)}</div>
        </div>
      )}
    </div>
  );
}

function useFlyout() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHovered = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Not every browser moves the focus when another element is touched.
    const press = ({ target }: Event): void => {
      if (root.current?.contains(target as Node) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [isOpen]);
  const onPointerEnter = ({ pointerType }: PointerEvent): void => {
    clearTimeout(timer.current);
    if (pointerType !== 'mouse') return;
    isHovered.current = true;
    setOpen(true);
  };
  const onPointerLeave = ({ pointerType, currentTarget }: PointerEvent): void => {
    isHovered.current = false;
    // A panel with the keyboard focus stays open.
    if (pointerType === 'mouse' && currentTarget.querySelector(':focus-visible') === null)
      timer.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!isHovered.current && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onClick = ({ target, detail }: MouseEvent): void => {
    // A mouse press on the button comes after its hover: the panel stays open.
    if (button.current?.contains(target as Node) === true)
      setOpen(isHovered.current && detail > 0 ? true : !isOpen);
  };
  return {
    isOpen,
    setOpen,
    root,
    button,
    events: { onPointerEnter, onPointerLeave, onBlur, onClick },
  };
}
