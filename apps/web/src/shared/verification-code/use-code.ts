import { useState } from 'react';
import { ApiError } from '../http/api-error.ts';
import { showToast } from '../ui/toasts.ts';
import { useWait } from './use-wait.ts';

/** How long the server wants between two codes to one receiver. */
const RESEND_MS = 60_000;

/** After which a code can be sent that was refused now: 0 where only the reason must go away. */
export function waitOf(error: unknown): number {
  return error instanceof ApiError ? error.waitSeconds * 1_000 : 0;
}

/**
 * Sending a verification code, and the wait until it can be sent again. @param request sends it;
 * gives what to tell
 */
export function useCode<Account>(request: (account: Account) => Promise<string>) {
  const [isSending, setSending] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [waitEndMs, setWaitEndMs] = useState(0);
  const waitSeconds = useWait(waitEndMs);
  const send = async (account: Account): Promise<void> => {
    setSending(true);
    try {
      showToast('success', await request(account));
      setSent(true);
      setWaitEndMs(Date.now() + RESEND_MS);
    } catch (error) {
      // One was sent before: from another page, or its answer was lost.
      setWaitEndMs(Date.now() + waitOf(error));
      showToast('error', (error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, wasSent, waitSeconds, send };
}
