/**
 * The server's clock, estimated from answers: their `Date` header is never later than their
 * departure, so the largest lead is the nearest. Accurate to about a second; the server decides
 * everything that depends on time.
 */
let aheadMs = Number.NEGATIVE_INFINITY;

/** Notes the `Date` header of an answer. */
export function noteServerDate(date: string | null, receivedMs: number = Date.now()): void {
  const sentMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(sentMs)) aheadMs = Math.max(aheadMs, sentMs - receivedMs);
}

/** Milliseconds UTC by the server's clock; by this machine's before the first answer. */
export function serverNowMs(nowMs: number = Date.now()): number {
  return nowMs + (aheadMs === Number.NEGATIVE_INFINITY ? 0 : aheadMs);
}
