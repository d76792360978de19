import { useState } from 'react';
import { ApiError } from '@meridian/contract/client/api-error';
import { showToast } from '../ui/toasts.ts';
import { useWait } from './use-wait.ts';

/** The server's interval between two codes to one receiver. */
const RESEND_MS = 60_000;

/** Milliseconds after which a refused code can be sent: 0 if the wait is not the reason. */
export function waitOf(error: unknown): number {
  return error instanceof ApiError ? error.waitSeconds * 1_000 : 0;
}

/**
 * Sends a verification code, and counts down until the next one.
 * @param request sends it; returns the message to show
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
      // A code was sent before: from another page, or its answer was lost.
      setWaitEndMs(Date.now() + waitOf(error));
      showToast('error', (error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, wasSent, waitSeconds, send };
}
