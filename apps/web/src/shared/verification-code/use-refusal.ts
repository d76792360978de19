import { useState } from 'react';
import { waitOf } from './use-code.ts';
import { useWait } from './use-wait.ts';

/**
 * The refusal of a form, and the seconds until the server accepts it again: 0 without a wait. The
 * text names the seconds, so it disappears when they are over.
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
