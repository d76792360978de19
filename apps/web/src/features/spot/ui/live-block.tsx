import type { ReactNode } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { StalePanel } from '../../../shared/ui/stale-panel.tsx';

/**
 * A block whose content the socket keeps fresh. While the socket does not, the block is greyed and
 * says its age.
 */
export function LiveBlock({ children }: { readonly children: ReactNode }) {
  const { status, sinceMs } = useConnection();
  return (
    <StalePanel status={status} sinceMs={sinceMs}>
      {children}
    </StalePanel>
  );
}
