const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Shanghai has no summer time. */
const SHANGHAI_MS = 8 * HOUR_MS;

/**
 * The next midnight in Shanghai after a time, when overnight fees are charged. Milliseconds UTC.
 */
export function nextMidnightMs(nowMs: number): number {
  return (Math.floor((nowMs + SHANGHAI_MS) / DAY_MS) + 1) * DAY_MS - SHANGHAI_MS;
}
