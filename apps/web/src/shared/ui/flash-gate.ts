import { movement } from '../figures.ts';

/** At most two flashes in a second. */
const APART_MS = 500;

/** Decides when a live figure flashes: when it has moved, and at most twice in a second. */
export class FlashGate {
  #value: string | undefined;
  #flashedMs = Number.NEGATIVE_INFINITY;

  /**
   * Which way to flash for the new value of a plain decimal, at `nowMs` of a clock that never goes
   * back.
   */
  movement(value: string | undefined, nowMs: number): 'up' | 'down' | undefined {
    const direction = movement(this.#value, value);
    this.#value = value;
    if (direction === undefined || nowMs - this.#flashedMs < APART_MS) return undefined;
    this.#flashedMs = nowMs;
    return direction;
  }
}
