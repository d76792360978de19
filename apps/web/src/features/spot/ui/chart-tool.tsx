import { Popover } from 'radix-ui';
import { Suspense, useState, type ReactNode } from 'react';
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx';
import { Skeleton } from '../../../shared/ui/states.tsx';
import { ChartIcon, type ChartIconName } from './chart-icons.tsx';
import styles from './chart-toolbar.module.css';

interface ChartToolProps {
  readonly label: string;
  readonly icon: ChartIconName;
  /** Where it opens: a full screen shows nothing but itself. */
  readonly container: HTMLElement | null;
  /** What it opens; fetched when it is opened. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the chart's toolbar, with a panel below it. */
export function ChartTool({ label, icon, container, children }: ChartToolProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles['tool']} aria-label={label} title={label}>
        <ChartIcon name={icon} />
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          className={styles['panel']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          <PanelBoundary>
            <Suspense fallback={<Skeleton rows={6} height={28} />}>
              {isOpen && children(() => setOpen(false))}
            </Suspense>
          </PanelBoundary>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
