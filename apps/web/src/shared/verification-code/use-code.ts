import { useEffect, useState } from 'react';
import { showToast } from '../ui/toasts.ts';

const RESEND_SECONDS = 60;

/** Sending a verification code, and the wait until it can be sent again. @param request sends it; gives what to tell */
export function useCode<Account>(request: (account: Account) => Promise<string>) {
  const [isSending, setSending] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [waitSeconds, setWait] = useState(0);
  useEffect(() => {
    if (waitSeconds === 0) return undefined;
    const timer = setTimeout(() => setWait(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  const send = async (account: Account): Promise<void> => {
    setSending(true);
    try {
      showToast('success', await request(account));
      setSent(true);
      setWait(RESEND_SECONDS);
    } catch (error) {
      showToast('error', (error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, wasSent, waitSeconds, send };
}
