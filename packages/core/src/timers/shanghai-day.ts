const DAY_MS = 86_400_000;
/**
 * Days begin at midnight in Shanghai, eight hours before UTC's: without summer time, since 1991.
 */
export const SHANGHAI_MS = 8 * 3_600_000;

/** The day of a time, counted from the epoch: the day of limits, nights and payouts. */
export function shanghaiDay(timeMs: number): number {
  return Math.floor((timeMs + SHANGHAI_MS) / DAY_MS);
}

/** When a day begins, milliseconds UTC. @param day counted from the epoch */
export function shanghaiMidnight(day: number): number {
  return day * DAY_MS - SHANGHAI_MS;
}
