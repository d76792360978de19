import { parseDecimal } from '@meridian/money/decimal';

/** At most two flashes in a second. */
const APART_MS = 500;
/** Decimals of every amount and price here; what differs beyond them did not move. */
const DECIMALS = 8;

/** Decides when a live figure flashes: when it has moved, and at most twice in a second. */
export class FlashGate {
  #value: string | undefined;
  #flashedMs = Number.NEGATIVE_INFINITY;

  /** Which way to flash for the new value of a plain decimal, at `nowMs` of a clock that never goes back. */
  movement(value: string | undefined, nowMs: number): 'up' | 'down' | undefined {
    const direction = compare(this.#value, value);
    this.#value = value;
    if (direction === undefined || nowMs - this.#flashedMs < APART_MS) return undefined;
    this.#flashedMs = nowMs;
    return direction;
  }
}

function compare(before: string | undefined, after: string | undefined): 'up' | 'down' | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  const [one, other] = [parseDecimal(before, DECIMALS), parseDecimal(after, DECIMALS)];
  if (!one.ok || !other.ok || one.units === other.units) return undefined;
  return other.units > one.units ? 'up' : 'down';
}
