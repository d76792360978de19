import { Popover } from 'radix-ui';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import { ChartIcon, type ChartIconName } from './chart-icons.tsx';
import styles from './chart-toolbar.module.css';

interface ChartToolProps {
  readonly label: string;
  readonly icon: ChartIconName;
  /** Where it opens: a full screen shows nothing but itself. */
  readonly container: HTMLElement | null;
  /**
   * What it opens; fetched when it is opened. It closes itself with `close`, and leaves the focus to
   * what it has begun, or gives it back to the button.
   */
  readonly children: (close: (leavesFocus?: boolean) => void) => ReactNode;
}

/** A button of the chart's toolbar, with a panel below it. */
export function ChartTool({ label, icon, container, children }: ChartToolProps) {
  const [isOpen, setOpen] = useState(false);
  const leaves = useRef(false);
  const close = (leavesFocus = false): void => {
    leaves.current = leavesFocus;
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles['tool']} data-icon={icon} aria-label={label} title={label}>
        <ChartIcon name={icon} />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          className={styles['panel']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            if (leaves.current) event.preventDefault();
            leaves.current = false;
          }}
        >
          <PanelBoundary>
            <Suspense fallback={<Skeleton rows={6} height={28} />}>
              {isOpen && children(close)}
            </Suspense>
          </PanelBoundary>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
