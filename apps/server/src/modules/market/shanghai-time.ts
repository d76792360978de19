const SHANGHAI_MS = 8 * 60 * 60_000;

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, as lists on the wire show times. @param timeMs milliseconds UTC */
export function shanghaiTime(timeMs: number): string {
  return new Date(timeMs + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
}
