import { Tooltip as Parts } from 'radix-ui';
import type { ReactElement } from 'react';
import styles from './tooltip.module.css';

/**
 * Says more about what the pointer or the focus is on: the whole of a value, what a word means.
 * What it stands on must take the focus.
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
