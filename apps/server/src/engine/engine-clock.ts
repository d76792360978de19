/**
 * Engine time: the stamp of each command, and so the only time that the core knows.
 *
 * It starts at the wall clock and then goes on by the monotonic clock, which nobody sets. A wall
 * clock that differs a little is followed slowly (slewed); one that has stepped is not followed at
 * all: time goes on without it and an alarm is raised, so that a wrong second of a clock is never
 * journaled. A restart trusts the wall clock again, unless it lies before the journal's last
 * command.
 */
import { Fault } from '../fault.ts';

/** The two clocks of a machine. */
export interface Clock {
  /** Wall time, milliseconds UTC. It may be set, forwards or backwards. */
  nowMs(): number;
  /**
   * Milliseconds since any fixed moment. It never steps; it stops while a virtual machine is
   * suspended.
   */
  monotonicMs(): number;
}

/**
 * Beginning of time at a start: the wall clock, or the end of the journal (the setting `CLOCK`).
 */
export type ClockStart = 'wall' | 'journal';

/**
 * A wall clock further away than this has stepped. Clocks under a time server differ by
 * milliseconds.
 */
export const MAX_STEP_MS = 2_000;
/** Time runs at most this much faster or slower than the monotonic clock: 5 ms in a second. */
export const SLEW = 0.005;
/**
 * A start continues from the journal's last time when the wall clock is behind it by no more than
 * this.
 */
export const MAX_BEHIND_MS = 300_000;

export class EngineClock {
  readonly #clock: Clock;
  /**
   * Milliseconds that time may be ahead of the wall clock without a step, because it was at the
   * start. Slewing reduces them.
   */
  #aheadMs: number;
  /** Added to the wall clock for as long as the process lives: `CLOCK=journal`. */
  readonly #shiftMs: number = 0;
  /**
   * Time is `#startMs + #sinceMs`: kept apart, because one large number would lose the fraction,
   * and slewing with it.
   */
  readonly #startMs: number;
  #sinceMs = 0;
  #monotonicMs: number;
  #steps = 0;
  #stepMs = 0;

  /**
   * Throws `Fault` clock_wrong when the wall clock lies more than five minutes before the journal's
   * last command.
   * @param lastMs engine time of the journal's last command, 0 where it is empty
   */
  constructor(clock: Clock, lastMs: number, start: ClockStart = 'wall') {
    const wallMs = clock.nowMs();
    const behindMs = Math.max(0, lastMs - wallMs);
    if (start === 'journal') this.#shiftMs = behindMs;
    else if (behindMs > MAX_BEHIND_MS) throw clockBehind(wallMs, lastMs);
    this.#clock = clock;
    this.#aheadMs = behindMs - this.#shiftMs;
    this.#startMs = Math.max(wallMs, lastMs);
    this.#monotonicMs = clock.monotonicMs();
  }

  /** Number of detected steps of the wall clock. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Distance of the wall clock from its expected time in milliseconds, while it is not followed; 0
   * otherwise.
   */
  get stepMs(): number {
    return this.#stepMs;
  }

  /** Milliseconds UTC, whole; never before the last result. */
  read(): number {
    const monotonicMs = this.#clock.monotonicMs();
    const elapsedMs = Math.max(0, monotonicMs - this.#monotonicMs);
    this.#monotonicMs = monotonicMs;
    const expectedMs = this.#sinceMs + elapsedMs;
    const differenceMs = this.#clock.nowMs() + this.#shiftMs - this.#startMs - expectedMs;
    const stepMs = differenceMs + this.#aheadMs;
    if (Math.abs(stepMs) > MAX_STEP_MS) {
      if (this.#stepMs === 0) this.#steps++;
      this.#stepMs = stepMs;
      this.#sinceMs = expectedMs;
    } else {
      this.#stepMs = 0;
      const slewMs = Math.max(-elapsedMs * SLEW, Math.min(elapsedMs * SLEW, differenceMs));
      this.#sinceMs = expectedMs + slewMs;
      this.#aheadMs = Math.max(0, this.#aheadMs + Math.min(0, slewMs));
    }
    return this.#startMs + Math.floor(this.#sinceMs);
  }
}

function clockBehind(wallMs: number, lastMs: number): Fault {
  const [wall, last] = [wallMs, lastMs].map((ms) => new Date(ms).toISOString());
  return new Fault(
    'clock_wrong',
    `the clock of this machine says ${wall}, but the journal ends at ${last}: set the clock. If the journal's time is the wrong one, CLOCK=journal goes on from there`,
  );
}
