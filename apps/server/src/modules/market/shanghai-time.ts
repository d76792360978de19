import { SHANGHAI_MS } from '@meridian/core/timers/shanghai-day';

/**
 * `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, as lists on the wire show times. @param timeMs
 * milliseconds UTC
 */
export function shanghaiTime(timeMs: number): string {
  return new Date(timeMs + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
}
