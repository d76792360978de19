/**
 * Least time between two paints: 20 a second with a mouse, 10 with a finger or where the visitor
 * saves data.
 */
const PAINT_INTERVAL_MS = 50;
const SLOW_PAINT_INTERVAL_MS = 100;

interface Clock {
  readonly now: () => number;
  readonly requestFrame: (callback: () => void) => void;
  readonly delay: (callback: () => void, ms: number) => void;
}

/**
 * Decides when live data is painted. Owns the set of jobs that wait. Promises that each job that
 * was asked for runs once, in one frame with all others, never more often than the interval and
 * never later than one interval and a frame: a throttle, not a debounce, so that a busy market
 * still paints. A hidden page gets no frames and so paints nothing.
 */
export class FrameScheduler {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  #waiting = new Set<() => void>();
  #isAsked = false;
  #paintedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** Runs `job` at the next paint. Asking again before it costs nothing. */
  request(job: () => void): void {
    this.#waiting.add(job);
    if (this.#isAsked) return;
    this.#isAsked = true;
    const left = this.#paintedMs + this.#intervalMs - this.#clock.now();
    const ask = (): void => this.#clock.requestFrame(() => this.#paint());
    if (left > 0) this.#clock.delay(ask, left);
    else ask();
  }

  /** Forgets `job` if it waits. */
  cancel(job: () => void): void {
    this.#waiting.delete(job);
  }

  #paint(): void {
    this.#isAsked = false;
    this.#paintedMs = this.#clock.now();
    const jobs = this.#waiting;
    this.#waiting = new Set();
    for (const job of jobs) job();
  }
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(pointer: coarse)').matches;
}

let pageScheduler: FrameScheduler | undefined;

/** The one scheduler of the page. */
export function frames(): FrameScheduler {
  pageScheduler ??= new FrameScheduler(
    {
      now: () => performance.now(),
      requestFrame: (callback) => requestAnimationFrame(callback),
      delay: (callback, ms) => setTimeout(callback, ms),
    },
    isSlow() ? SLOW_PAINT_INTERVAL_MS : PAINT_INTERVAL_MS,
  );
  return pageScheduler;
}
