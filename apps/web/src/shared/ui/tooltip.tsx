import * as Parts from 'radix-ui/tooltip';
import type { ReactElement } from 'react';
import styles from './tooltip.module.css';

/**
 * Details of the element under the pointer or focus: a full value, the meaning of a word. The
 * element must be focusable.
 */
export function Tooltip({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactElement;
}) {
  return (
    <Parts.Provider delayDuration={200}>
      <Parts.Root>
        <Parts.Trigger asChild>{children}</Parts.Trigger>
        <Parts.Portal>
          <Parts.Content className={styles['tooltip']} sideOffset={4} collisionPadding={8}>
            {text}
          </Parts.Content>
        </Parts.Portal>
      </Parts.Root>
    </Parts.Provider>
  );
}
