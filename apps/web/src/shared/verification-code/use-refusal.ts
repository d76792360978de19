import { useState } from 'react';
import { waitOf } from './use-code.ts';
import { useWait } from './use-wait.ts';

/**
 * Why a form was refused, and the seconds until the server takes it again: 0 where nothing waits.
 * A text names the seconds of its time, so it goes away when they are over.
 */
export function useRefusal() {
  const [refused, setRefused] = useState<{ readonly error: Error; readonly endMs: number }>();
  const waitSeconds = useWait(refused?.endMs ?? 0);
  const isOver = refused !== undefined && refused.endMs > 0 && waitSeconds === 0;
  const setFailure = (error: Error | undefined): void => {
    const waitMs = waitOf(error);
    setRefused(error && { error, endMs: waitMs === 0 ? 0 : Date.now() + waitMs });
  };
  return { failure: isOver ? undefined : refused?.error, waitSeconds, setFailure };
}
