import * as DropdownMenu from 'radix-ui/dropdown-menu';
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './menu.module.css';

interface MenuProps {
  /** Content of the button. */
  readonly trigger: ReactNode;
  /** The button's accessible name, if its content is none (a sign, a masked number). */
  readonly label?: string;
  readonly align?: 'start' | 'end';
  /** `MenuChoice`, `MenuItem`, `MenuLink`, `MenuSeparator`. */
  readonly children: ReactNode;
}

/**
 * A button with a menu below it: opens on a click, on Enter, Space or an arrow key, and on hover
 * with a mouse. It never opens on hover while the user is typing.
 */
export function Menu({ trigger, label, align = 'end', children }: MenuProps) {
  const { isOpen, change, button, hover, press, giveFocusBack } = useHoverMenu();
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={change} modal={false}>
      <DropdownMenu.Trigger
        ref={button}
        className={styles['trigger']}
        aria-label={label}
        {...hover}
        onPointerDown={press}
      >
        {trigger}
        <span aria-hidden="true" className={styles['arrow']} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles['menu']}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...hover}
          onCloseAutoFocus={giveFocusBack}
          // The button itself handles a press on it.
          onInteractOutside={(event) =>
            button.current?.contains(event.target as Node) === true && event.preventDefault()
          }
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/**
 * One of several choices, with the chosen one marked: a menu used like a select. `lang` for a text
 * in another language.
 */
export function MenuChoice({
  isTaken,
  lang,
  onChoose,
  children,
}: {
  readonly isTaken: boolean;
  readonly lang?: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles['item']}
      role="menuitemradio"
      checked={isTaken}
      lang={lang}
      onSelect={onChoose}
    >
      {children}
      <DropdownMenu.ItemIndicator className={styles['mark']} aria-hidden="true" />
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuItem({
  onChoose,
  isDisabled = false,
  children,
}: {
  readonly onChoose: () => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Item className={styles['item']} disabled={isDisabled} onSelect={onChoose}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={styles['item']}>
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles['separator']} />;
}

/** Time for which the pointer may be outside of both on its way from the button to the menu. */
const LEAVE_MS = 150;
const TYPING = 'input, textarea, select, [contenteditable]';

function useHoverMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Set while the menu is open by hover: the focus before. */
  const hovered = useRef<{ readonly focus: Element | null }>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (open: boolean): void => {
    clearTimeout(timer.current);
    setOpen(open);
  };
  const enter = ({ pointerType }: PointerEvent): void => {
    clearTimeout(timer.current);
    if (pointerType !== 'mouse' || isOpen || document.activeElement?.matches(TYPING) === true)
      return;
    hovered.current = { focus: document.activeElement };
    setOpen(true);
  };
  const leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse' && hovered.current !== undefined)
      timer.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  /** Pressing the button of a menu opened by hover keeps it open. */
  const press = (event: PointerEvent): void => {
    if (!isOpen || hovered.current === undefined) return;
    hovered.current = undefined;
    clearTimeout(timer.current);
    event.preventDefault();
  };
  const giveFocusBack = (event: Event): void => {
    const before = hovered.current?.focus;
    if (hovered.current === undefined) return;
    hovered.current = undefined;
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return {
    isOpen,
    change,
    button,
    hover: { onPointerEnter: enter, onPointerLeave: leave },
    press,
    giveFocusBack,
  };
}
