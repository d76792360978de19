/**
 * The server's clock, as near as answers tell it: their `Date` header is never later than the
 * moment they were sent, so the furthest ahead of them is the nearest. Good to about a second; what
 * is decided by time is decided by the server.
 */
let aheadMs = Number.NEGATIVE_INFINITY;

/** An answer has come whose `Date` header says `date`. */
export function noteServerDate(date: string | null, receivedMs: number = Date.now()): void {
  const sentMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(sentMs)) aheadMs = Math.max(aheadMs, sentMs - receivedMs);
}

/** Milliseconds UTC by the server's clock; by this machine's until an answer has come. */
export function serverNowMs(nowMs: number = Date.now()): number {
  return nowMs + (aheadMs === Number.NEGATIVE_INFINITY ? 0 : aheadMs);
}
