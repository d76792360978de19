import type { PublicTicket, TicketResult } from './ticket.ts';

/**
 * A public price: its number, its time (milliseconds UTC), the price, the time of its oldest quote,
 * and of how many venues it is.
 */
export type PublicTick = readonly [
  seq: number,
  timeMs: number,
  price: string,
  quotedMs: number,
  sources: number,
];

export interface Verdict {
  readonly open: PublicTick | undefined;
  readonly settle: PublicTick | undefined;
  readonly result: TicketResult;
  /** Whether both ticks and the result are those of the exchange. */
  readonly agrees: boolean;
}

/**
 * Of contracts from before quote times counted: the first tick opens them that is at least this
 * much after the order.
 */
const FIRST_OPEN_DELAY_MS = 100;

/**
 * The outcome of a closed ticket, from the public prices of its time and the published rule alone.
 * Prices are compared as text of one market: same decimals, so no floating point is needed.
 */
export function recompute(order: PublicTicket, ticks: readonly PublicTick[]): Verdict {
  const { dueAtMs: dueMs, direction } = order;
  const open = ticks.find((tick) => opens(order, tick) && tick[1] <= dueMs);
  const last = ticks.findLast(([, timeMs]) => timeMs <= dueMs);
  const isTold = open !== undefined && last !== undefined && settles(order, open, last);
  const settle = isTold ? last : undefined;
  const difference = isTold ? compare(last[2], open[2]) : 0;
  const result = !isTold
    ? 'void'
    : difference === 0
      ? 'drawn'
      : difference > 0 === (direction === 'up')
        ? 'won'
        : 'lost';
  const agrees =
    result === order.result &&
    (open?.[0] ?? 0) === order.openTick &&
    (settle?.[0] ?? 0) === order.endTick;
  return { open, settle, result, agrees };
}

/**
 * Whether a tick is of enough venues, and all its quotes are younger than the order by more than
 * its delay.
 */
function opens(
  { openedAtMs: openedMs, openDelayMs: delayMs, minSources: least }: PublicTicket,
  [, timeMs, , quotedMs, sources]: PublicTick,
): boolean {
  if (sources < least) return false;
  return delayMs === null
    ? timeMs >= openedMs + FIRST_OPEN_DELAY_MS
    : quotedMs > openedMs + delayMs;
}

/**
 * Whether the last tick in time is young enough at the end, and not quoted before the one that
 * opened.
 */
function settles(
  { dueAtMs: dueMs, maxTickAgeMs: maxAgeMs, openDelayMs: delayMs }: PublicTicket,
  open: PublicTick,
  last: PublicTick,
): boolean {
  if (delayMs === null) return dueMs - last[1] <= maxAgeMs;
  return dueMs - last[3] <= maxAgeMs && last[3] >= open[3];
}

/** Two plain decimals above zero: below, at or above zero as the first is less, equal or more. */
function compare(one: string, other: string): number {
  const [a, b] = [split(one), split(other)];
  const places = Math.max(a.fraction.length, b.fraction.length);
  const units =
    BigInt(a.whole + a.fraction.padEnd(places, '0')) -
    BigInt(b.whole + b.fraction.padEnd(places, '0'));
  return units === 0n ? 0 : units > 0n ? 1 : -1;
}

function split(plain: string): { whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = plain.split('.');
  return { whole, fraction };
}
