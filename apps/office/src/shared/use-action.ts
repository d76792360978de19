import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import { useTelling } from './use-told.ts';

interface ActionOptions {
  /** Off where what is on the screen is left behind. */
  readonly isRefreshing?: boolean;
}

/**
 * Runs calls that change something: tells the operator what the server said (nothing where the
 * action gives nothing), and shows everything anew. `run` resolves with whether it was done; what
 * went wrong is shown.
 */
export function useAction({ isRefreshing = true }: ActionOptions = {}): {
  readonly isBusy: boolean;
  run(action: () => Promise<unknown>): Promise<boolean>;
} {
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const tell = useTelling();
  const refresh = useRefresh();
  const leaveIfSessionOver = useLogoutIfAccessDenied();
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      const said = await action();
      if (said !== undefined) tell(said, typeof said === 'string' ? said : 'Done.');
      if (isRefreshing) refresh();
      return true;
    } catch (error) {
      if (!(await leaveIfSessionOver(error)))
        notify(error instanceof Error ? error.message : String(error), { type: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}
