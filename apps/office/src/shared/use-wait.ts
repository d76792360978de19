import { useEffect, useState } from 'react';

const secondsUntil = (endMs: number): number =>
  Math.max(0, Math.ceil((endMs - Date.now()) / 1_000));

/** Whole seconds until a time of this machine's clock, counted down. */
export function useWait(endMs: number): number {
  const [left, setLeft] = useState({ endMs, seconds: secondsUntil(endMs) });
  const seconds = left.endMs === endMs ? left.seconds : secondsUntil(endMs);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => setLeft({ endMs, seconds: secondsUntil(endMs) }), 1_000);
    return () => clearTimeout(timer);
  }, [endMs, left, seconds]);
  return seconds;
}
