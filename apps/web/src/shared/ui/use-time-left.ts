import { useEffect, useState } from 'react';

/** A bar that runs out moves smoothly enough at this. */
const TICK_MS = 100;

/** Milliseconds until `endMs` by this machine's clock, 0 once it is over. */
export function useTimeLeft(endMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Date.now();
      setNowMs(now);
      if (now >= endMs) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  return Math.max(0, endMs - nowMs);
}
