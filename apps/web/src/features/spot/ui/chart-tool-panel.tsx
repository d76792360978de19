import * as Popover from 'radix-ui/popover';
import { Suspense, type ReactNode, type RefObject } from 'react';
import { Skeleton } from '../../../shared/ui/states.tsx';
import styles from './chart-menu.module.css';

interface ChartToolPanelProps {
  readonly label: string;
  /** The button that it belongs to, and opens below. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly container: HTMLElement | null;
  /** Called with true where the focus has gone elsewhere. */
  readonly onClose: (leavesFocus?: boolean) => void;
  readonly children: ReactNode;
}

/** The panel of a tool: closes on Esc, on a press outside, and on its button. */
export function ChartToolPanel({
  label,
  button,
  container,
  onClose,
  children,
}: ChartToolPanelProps) {
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal container={container}>
        <Popover.Content
          className={styles['panel']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            onClose();
          }}
          onInteractOutside={({ target }) => {
            // Its button closes it by itself.
            if (!(target instanceof Node && button.current?.contains(target) === true))
              onClose(true);
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Suspense fallback={<Skeleton rows={6} height={28} />}>{children}</Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
