interface Pace {
  /** Least time between two paints, milliseconds. */
  readonly intervalMs: number;
  /** Share of a frame for jobs, milliseconds. With 0 each job has a frame of its own. */
  readonly shareMs: number;
}

/** 20 paints a second with a mouse. */
const USUAL: Pace = { intervalMs: 50, shareMs: 8 };
/**
 * 10 a second with a finger or where the visitor saves data. Such a device would answer no press
 * while it draws book, chart and prices in one frame.
 */
const SLOW: Pace = { intervalMs: 100, shareMs: 0 };

interface Clock {
  readonly now: () => number;
  readonly requestFrame: (callback: () => void) => void;
  readonly delay: (callback: () => void, ms: number) => void;
}

/**
 * Decides when live data is painted. Owns the set of jobs that wait. Promises that each job that
 * was asked for runs once, never more often than the interval, and has its turn one interval later
 * at the latest: with all others in one frame if they fit into its share, else in the next ones.
 * A throttle, not a debounce, so that a busy market still paints. A hidden page gets no frames and
 * so paints nothing.
 */
export class FrameScheduler {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #waiting = new Set<() => void>();
  /** Jobs whose time has come, and that their frame had no room for. */
  readonly #due = new Set<() => void>();
  #isAsked = false;
  #paintedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, pace: Pace) {
    this.#clock = clock;
    this.#pace = pace;
  }

  /** Runs `job` at the next paint. Asking again before it costs nothing. */
  request(job: () => void): void {
    if (this.#due.has(job)) return;
    this.#waiting.add(job);
    if (this.#isAsked) return;
    this.#isAsked = true;
    const left = this.#paintedMs + this.#pace.intervalMs - this.#clock.now();
    const ask = (): void => this.#clock.requestFrame(() => this.#paint());
    if (left > 0) this.#clock.delay(ask, left);
    else ask();
  }

  /** Forgets `job` if it waits. */
  cancel(job: () => void): void {
    this.#waiting.delete(job);
    this.#due.delete(job);
  }

  #paint(): void {
    this.#isAsked = false;
    this.#paintedMs = this.#clock.now();
    for (const job of this.#waiting) this.#due.add(job);
    this.#waiting.clear();
    this.#work();
  }

  #work(): void {
    const endMs = this.#clock.now() + this.#pace.shareMs;
    for (const job of this.#due) {
      this.#due.delete(job);
      job();
      if (this.#due.size > 0 && this.#clock.now() >= endMs)
        return this.#clock.requestFrame(() => this.#work());
    }
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
    isSlow() ? SLOW : USUAL,
  );
  return pageScheduler;
}
