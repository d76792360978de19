import { Suspense, useRef, useState, type ReactNode } from 'react';
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx';
import { ChartIcon, type ChartIconName } from './chart-icons.tsx';
import { ToolPanel } from './chart-tools.ts';
import styles from './chart-toolbar.module.css';

interface ChartToolProps {
  readonly label: string;
  readonly icon: ChartIconName;
  /** Where it opens: a full screen shows nothing but itself. */
  readonly container: HTMLElement | null;
  /**
   * The panel's content, fetched when it is opened. It closes itself with `close`, and leaves the
   * focus to the action that it has begun, or gives it back to the button.
   */
  readonly children: (close: (leavesFocus?: boolean) => void) => ReactNode;
}

/** A button of the chart's toolbar, with a panel below it. */
export function ChartTool({ label, icon, container, children }: ChartToolProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (leavesFocus = false): void => {
    setOpen(false);
    if (!leavesFocus) button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['tool']}
        data-icon={icon}
        data-state={isOpen ? 'open' : 'closed'}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <ChartIcon name={icon} />
      </button>
      {isOpen && (
        <PanelBoundary>
          <Suspense fallback={null}>
            <ToolPanel label={label} button={button} container={container} onClose={close}>
              {children(close)}
            </ToolPanel>
          </Suspense>
        </PanelBoundary>
      )}
    </>
  );
}
