import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../shared/server-clock.ts';
import type { Deal } from '../model/deal.ts';
import { turnsAtMs } from '../model/deal-stage.ts';

/** The server's time, told anew when a deal turns without an event: its time to pay is over. */
export function useTurn(deal: Deal): number {
  const [nowMs, setNowMs] = useState(() => serverNowMs());
  const turnMs = turnsAtMs(deal, nowMs);
  useEffect(() => {
    if (turnMs === 0) return undefined;
    const wait = Math.max(0, turnMs - serverNowMs()) + 1;
    const timer = setTimeout(() => setNowMs(serverNowMs()), wait);
    return () => clearTimeout(timer);
    // `nowMs`: a timer that came early is set again.
  }, [turnMs, nowMs]);
  return nowMs;
}
