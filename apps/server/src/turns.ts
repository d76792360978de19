import { Refusal } from './gateway/refusal.ts';

/** Delay after which a refused caller may try again. */
const AGAIN_SECONDS = 2;

/**
 * Long work outside the main thread, a few at a time, the others one after the other in the order
 * in which they came. All of it shares the few threads of Node's pool: so that no kind of it takes
 * them all, each has turns of its own.
 */
export class Turns {
  readonly #most: number;
  readonly #mostWaiting: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ most, mostWaiting }: { readonly most: number; readonly mostWaiting: number }) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Does the work when it is its turn. Refuses with `too_many_requests` where too many wait. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new Refusal('too_many_requests', { seconds: AGAIN_SECONDS });
      // A caller that ends hands its place over: `running` stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
