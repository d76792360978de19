import type { PublicTicket } from '@meridian/contract/seconds';

/** A public price: its number, its time (milliseconds UTC) and the price. */
export type PublicTick = readonly [seq: number, timeMs: number, price: string];

export interface Verdict {
  readonly open: PublicTick | undefined;
  readonly settle: PublicTick | undefined;
  readonly result: PublicTicket['result'];
  /** Whether it is what the exchange said: both ticks and the result. */
  readonly agrees: boolean;
}

/** The first tick counts that is at least this much after the order. */
export const OPEN_DELAY_MS = 100;

/**
 * The outcome of a closed ticket, from the public prices of its time and the published rule alone. Prices are compared as text of one
 * market: same decimals, so no floating point is needed.
 */
export function recompute(order: PublicTicket, ticks: readonly PublicTick[]): Verdict {
  const { create_time_ms: openedMs, end_time_ms: dueMs, max_tick_age_ms: maxAgeMs, type } = order;
  const open = ticks.find(([, timeMs]) => timeMs >= openedMs + OPEN_DELAY_MS && timeMs <= dueMs);
  const last = ticks.findLast(([, timeMs]) => timeMs <= dueMs);
  const isTold = open !== undefined && last !== undefined && dueMs - last[1] <= maxAgeMs;
  const settle = isTold ? last : undefined;
  const difference = isTold ? compare(last[2], open[2]) : 0;
  const result = !isTold ? 'void' : difference === 0 ? 'drawn' : difference > 0 === (type === 1) ? 'won' : 'lost';
  const agrees = result === order.result && (open?.[0] ?? 0) === order.open_tick && (settle?.[0] ?? 0) === order.end_tick;
  return { open, settle, result, agrees };
}

/** Two plain decimals above zero: below, at or above zero as the first is less, equal or more. */
function compare(one: string, other: string): number {
  const [a, b] = [split(one), split(other)];
  const places = Math.max(a.fraction.length, b.fraction.length);
  const units = BigInt(a.whole + a.fraction.padEnd(places, '0')) - BigInt(b.whole + b.fraction.padEnd(places, '0'));
  return units === 0n ? 0 : units > 0n ? 1 : -1;
}

function split(plain: string): { whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = plain.split('.');
  return { whole, fraction };
}
