/** A limit on requests: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const MOST_BUCKETS = 100_000;

/**
 * Token buckets, one for each key (an address, a user). Owns them in memory: a restart forgets them. Promises at most
 * `MOST_BUCKETS` of them, so that a flood of addresses cannot fill the memory; full buckets are dropped first.
 */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string | number, Bucket>();

  constructor(rate: Rate, nowMs: () => number = Date.now) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  /** Takes one request of the key. Returns 0 when it may go on, else the whole seconds to wait. */
  take(key: string | number): number {
    const { perSecond, burst } = this.#rate;
    const nowMs = this.#nowMs();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= MOST_BUCKETS) this.#drop(nowMs);
      bucket = { tokens: burst, atMs: nowMs };
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens--;
    return 0;
  }

  #drop(nowMs: number): void {
    const { perSecond, burst } = this.#rate;
    for (const [key, { tokens, atMs }] of this.#buckets) {
      if (tokens + ((nowMs - atMs) / 1000) * perSecond >= burst) this.#buckets.delete(key);
    }
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size < MOST_BUCKETS) break;
      this.#buckets.delete(key);
    }
  }
}

/** Every request of an address to the API. */
export const ADDRESS_RATE: Rate = { perSecond: 100, burst: 400 };
/** Every request of a session to the API, from whatever address. */
export const USER_RATE: Rate = { perSecond: 50, burst: 200 };
/** Calls that guess passwords or codes, ask for accounts or send messages: for each address, on top of the others. */
export const SENSITIVE_RATE: Rate = { perSecond: 0.5, burst: 30 };
export const SENSITIVE_PATHS: ReadonlySet<string> = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/check_email',
  '/api/user/check_mobile',
  '/api/sms_mail',
  '/api/sms_send',
]);
