import type { ReactNode } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { StalePanel } from '../../../shared/ui/stale-panel.tsx';

/** What the socket keeps fresh. While it does not, it is greyed and says its age. */
export function LiveBlock({ children }: { readonly children: ReactNode }) {
  const { status, sinceMs } = useConnection();
  return (
    <StalePanel status={status} sinceMs={sinceMs}>
      {children}
    </StalePanel>
  );
}
