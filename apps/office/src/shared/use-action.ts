import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import { useNotifyAnswer } from './use-saved-notice.ts';

interface ActionOptions {
  /** False if the action leaves the page. */
  readonly isRefreshing?: boolean;
}

/**
 * Runs calls that change something: shows the server's message (none if the action returns
 * undefined), and refreshes the page. `run` resolves with whether the call succeeded; an error is
 * shown.
 */
export function useAction({ isRefreshing = true }: ActionOptions = {}): {
  readonly isBusy: boolean;
  run(action: () => Promise<unknown>): Promise<boolean>;
} {
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const notifyAnswer = useNotifyAnswer();
  const refresh = useRefresh();
  const leaveIfSessionOver = useLogoutIfAccessDenied();
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      const answer = await action();
      if (answer !== undefined) notifyAnswer(answer, typeof answer === 'string' ? answer : 'Done.');
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
