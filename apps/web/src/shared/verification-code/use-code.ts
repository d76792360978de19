import { useState } from 'react';
import { showToast } from '../ui/toasts.ts';
import { useWait } from './use-wait.ts';

/** How long the server wants between two codes to one receiver. */
export const RESEND_MS = 60_000;

/**
 * Sending a verification code, and the wait until it can be sent again. @param request sends it;
 * gives what to tell
 */
export function useCode<Account>(request: (account: Account) => Promise<string>) {
  const [isSending, setSending] = useState(false);
  const [sentMs, setSentMs] = useState<number>();
  const waitSeconds = useWait(sentMs === undefined ? 0 : sentMs + RESEND_MS);
  const send = async (account: Account): Promise<void> => {
    setSending(true);
    try {
      showToast('success', await request(account));
      setSentMs(Date.now());
    } catch (error) {
      showToast('error', (error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, wasSent: sentMs !== undefined, waitSeconds, send };
}
