import { useEffect, useRef, useState } from 'react';
import { serverNowMs } from '../server-clock.ts';
import { secondsLeft } from './time-left.ts';

/**
 * Whole seconds until `endMs` by the server's clock.
 * @param onStep called with the seconds before and after each change
 */
export function useSecondsLeft(
  endMs: number,
  onStep?: (before: number, now: number) => void,
): number {
  const [left, setLeft] = useState(() => secondsLeft(endMs, serverNowMs()));
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  useEffect(() => {
    let shown = secondsLeft(endMs, serverNowMs());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const nowMs = serverNowMs();
      const now = secondsLeft(endMs, nowMs);
      setLeft(now);
      if (now !== shown) step.current?.(shown, now);
      shown = now;
      // On the second, also after a correction of the clock.
      if (now > 0) timer = setTimeout(tick, ((endMs - nowMs) % 1000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endMs]);
  return left;
}
