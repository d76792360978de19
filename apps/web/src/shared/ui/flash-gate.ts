import { movement } from '../figures.ts';

/** At most two flashes in a second. */
const APART_MS = 500;

/** Decides when a live figure flashes: after a move, at most twice in a second. */
export class FlashGate {
  #value: string | undefined;
  #flashedMs = Number.NEGATIVE_INFINITY;

  /**
   * The direction to flash for the new value of a plain decimal, at `nowMs` of a monotonic clock.
   */
  movement(value: string | undefined, nowMs: number): 'up' | 'down' | undefined {
    const direction = movement(this.#value, value);
    this.#value = value;
    if (direction === undefined || nowMs - this.#flashedMs < APART_MS) return undefined;
    this.#flashedMs = nowMs;
    return direction;
  }
}
