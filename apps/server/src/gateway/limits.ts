/** A limit on requests: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const GENERATION = 50_000;

/**
 * Token buckets, one for each key (an address, a user). Owns them in memory: a restart forgets them. Promises at most
 * two generations of them, so that a flood of addresses cannot fill the memory: those that were not used for longest go.
 */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  /** Used since the last change of generations, and before it. Dropping a whole map is cheaper than finding its oldest entry. */
  #young = new Map<string | number, Bucket>();
  #old = new Map<string | number, Bucket>();

  constructor(rate: Rate, nowMs: () => number = Date.now) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  /** Takes one request of the key, or as many as it costs. Returns 0 when it may go on, else the whole seconds to wait. */
  take(key: string | number, cost = 1): number {
    const { perSecond, burst } = this.#rate;
    const nowMs = this.#nowMs();
    const bucket = this.#young.get(key) ?? this.#rejuvenate(key, nowMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    if (bucket.tokens < cost) return Math.max(1, Math.ceil((cost - bucket.tokens) / perSecond));
    bucket.tokens -= cost;
    return 0;
  }

  #rejuvenate(key: string | number, nowMs: number): Bucket {
    const bucket = this.#old.get(key) ?? { tokens: this.#rate.burst, atMs: nowMs };
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, bucket);
    return bucket;
  }
}

/** What a network asks for, by whatever door: calls, pages, documents, pictures, sockets. In ordinary calls. */
export const ADDRESS_RATE: Rate = { perSecond: 100, burst: 400 };
/** The same for all /64 of an IPv6 /48, which is what a company or a careless provider gives away whole. */
export const SITE_RATE: Rate = { perSecond: 800, burst: 3_200 };
/** Every request of a session to the API, from whatever address. */
export const USER_RATE: Rate = { perSecond: 50, burst: 200 };
/** Calls that guess passwords or codes, ask for accounts or send messages: for each address, on top of the others. */
export const SENSITIVE_RATE: Rate = { perSecond: 0.5, burst: 30 };
/** Files of a day's ticks, for each address: each is long work. */
export const TICKS_FILE_RATE: Rate = { perSecond: 0.2, burst: 20 };
export const SENSITIVE_PATHS: ReadonlySet<string> = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/forget',
  '/api/user/passkey_begin',
  '/api/user/passkey_login',
  '/office/api/login',
  '/office/api/join',
  '/api/user/check_email',
  '/api/user/check_mobile',
  '/api/sms_mail',
  '/api/sms_send',
]);
